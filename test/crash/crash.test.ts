import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createDice } from './dice.ts';
import { planRounds, titleOf } from './plan.ts';
import { playRound } from './round.ts';
import { createTally } from './tally.ts';
import { within } from './within.ts';
import { createWorld, type World } from './world.ts';

/** Set by tools/run-crash-test.ts. */
const count = Number(process.env['CRASH_ROUNDS'] ?? 20);
const seed = Number(process.env['CRASH_SEED'] ?? 1);

/** History grows; and every installation has a first start that can be killed. */
const ROUNDS_PER_WORLD = 40;
const ROUND_LIMIT_MS = 300_000;

describe(`no crash loses, doubles or keeps a sat (${count} rounds, seed ${seed})`, () => {
  const plans = planRounds(seed, count);
  const dice = createDice(seed);
  const tally = createTally();
  let world: World | null = null;
  let roundsLeft = 0;

  const leaveWorld = async (keepsFolder: boolean): Promise<void> => {
    if (world === null) return;
    tally.addWorld(world);
    await world.dispose(keepsFolder);
    world = null;
  };
  after(async () => {
    await leaveWorld(false);
    process.stdout.write(tally.summary());
  });

  for (const [index, plan] of plans.entries()) {
    test(titleOf(plan), async (t) => {
      if (roundsLeft === 0 || plans[index - 1]?.shape !== plan.shape) await leaveWorld(false);
      if (world === null) roundsLeft = ROUNDS_PER_WORLD;
      world ??= await createWorld(plan.shape, dice);
      roundsLeft -= 1;
      const played = world;
      try {
        const nextProgram = plans[index + 1]?.strike.program ?? 'real';
        const playing = playRound(played, plan, nextProgram);
        const report = await within(ROUND_LIMIT_MS, 'a round', playing);
        tally.addRound(plan, report);
        if (report.hasReachedPoint === false) t.diagnostic('the point was not reached');
        assert.deepEqual(report.violations, [], 'the books are what answers and node tell');
      } catch (error) {
        t.diagnostic(`the data folder stays for a look: ${played.installation.dataDir}`);
        await leaveWorld(true);
        throw error;
      }
    });
  }
});
