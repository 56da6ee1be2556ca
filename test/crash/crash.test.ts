import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { leaveAtOnce } from '../support/leave-at-once.ts';
import { createDice } from './dice.ts';
import { type InstallationPlan, planInstallations, titleOf } from './plan.ts';
import { playGoingBack } from './play-going-back.ts';
import { playRound } from './round.ts';
import { createTally, type Tally } from './tally.ts';
import { within } from './within.ts';
import { createWorld, type World } from './world.ts';

leaveAtOnce();

/** Set by tools/run-crash-test.ts. */
const count = Number(process.env['CRASH_ROUNDS'] ?? 20);
const seed = Number(process.env['CRASH_SEED'] ?? 1);
const only = process.env['CRASH_ONLY'] === 'goes-back' ? 'goes back' : null;

/** A round is mostly waiting. */
const PLAYED_AT_ONCE = 3;
const ROUND_LIMIT_MS = 900_000;

const title = `no crash loses, doubles or keeps a sat (${count} rounds, seed ${seed})`;
describe(title, { concurrency: PLAYED_AT_ONCE }, () => {
  const tally = createTally();
  for (const [index, plan] of planInstallations(seed, count, only).entries()) {
    const name = `installation ${index + 1}, ${plan.shape}`;
    describe(name, { concurrency: 1 }, () => playInstallation(plan, tally));
  }
  after(() => process.stdout.write(tally.summary()));
});

function playInstallation(plan: InstallationPlan, tally: Tally): void {
  const dice = createDice(plan.seed);
  let world: World | null = null;
  const leaveWorld = async (keepsFolder: boolean): Promise<void> => {
    const left = world;
    world = null;
    if (left === null) return;
    tally.addWorld(left);
    await left.dispose(keepsFolder);
  };
  after(() => leaveWorld(false));

  for (const [index, round] of plan.rounds.entries()) {
    it(titleOf(round), async (t) => {
      const played = world ?? (await createWorld(plan.shape, dice));
      world = played;
      try {
        const nextProgram = plan.rounds[index + 1]?.strike.program ?? 'real';
        const playing =
          round.strike.way === null
            ? playRound(played, round, nextProgram)
            : playGoingBack(played, round);
        const report = await within(ROUND_LIMIT_MS, 'a round', playing);
        tally.addRound(round, report);
        if (report.hasReachedPoint === false) t.diagnostic('the point was not reached');
        assert.deepEqual(report.violations, [], 'the books are what answers and node tell');
      } catch (error) {
        t.diagnostic(`the data folder stays for a look: ${played.installation.dataDir}`);
        await leaveWorld(true);
        throw error;
      }
    });
  }
}
