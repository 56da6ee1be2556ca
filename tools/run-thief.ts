/**
 * `npm run test:thief`: steals one thing after the other from a running service on the simulated
 * network, once without limits on what leaves and once with those that the service proposes, and
 * takes all that there is to take. Prints a table of what was gone, how long it took until someone
 * was told, and what it took until payments ran again. Exits with status 1 when more left than a
 * limit allows, a theft got more than it can, or a side door opened. Arguments select thefts whose
 * name contains one of them.
 *
 *     npm run test:thief
 *     npm run test:thief -- session 'nwc secret'
 *     npm run test:thief -- --json outcomes.json
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Outcome, playTheft } from '../test/thief/play.ts';
import { renderOutcomes, toJson } from '../test/thief/report.ts';
import type { Regime } from '../test/thief/stage.ts';
import type { Theft } from '../test/thief/theft.ts';
import { THEFTS } from '../test/thief/thefts.ts';
import { readSeed } from './seed-option.ts';
import { openTestGround } from './tests/test-ground.ts';

const REGIMES: readonly Regime[] = ['no limits', 'proposed limits'];
/** Most thefts wait for the service most of the time. */
const AT_ONCE = 3;

async function runThefts(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' }, json: { type: 'string' } },
  });
  const seed = readSeed(values.seed);
  if (!/^[1-9]\d{0,9}$/.test(seed)) return complain('--seed takes a whole number from 1');
  const thefts = THEFTS.filter(
    ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
  );
  if (thefts.length === 0) return complain(`no theft is called ${positionals.join(' or ')}`);
  const ground = await openTestGround(true);
  try {
    const { json } = values;
    const { outcomes, failures } = await playAll(thefts, Number(seed), async (played) => {
      if (json !== undefined) await writeFile(json, `${toJson(played)}\n`);
    });
    process.stdout.write(`\n${renderOutcomes(outcomes)}`);
    const findings = outcomes.flatMap(({ name, regime, findings: found }) =>
      found.map((words) => `${name}, ${regime}: ${words}`),
    );
    for (const finding of findings) process.stdout.write(`\nFOUND ${finding}\n`);
    for (const failure of failures) process.stdout.write(`\nFAILED ${failure}\n`);
    return findings.length + failures.length === 0 ? 0 : 1;
  } finally {
    await ground.close();
  }
}

/** Plays the thefts that wait longest first, several at the same time. */
async function playAll(
  thefts: readonly Theft[],
  seed: number,
  keep: (played: readonly Outcome[]) => Promise<void>,
) {
  const orders = thefts.flatMap((theft, place) =>
    REGIMES.map((regime, half) => ({ theft, regime, place: place * REGIMES.length + half })),
  );
  const waiting = orders.toSorted((one, other) => other.theft.watchSec - one.theft.watchSec);
  const outcomes: Outcome[] = [];
  const failures: string[] = [];
  const playNext = async (): Promise<void> => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
      const { theft, regime, place } = order;
      const outcome = await playTheft(theft, regime, seed).catch((error: unknown) => {
        failures.push(`${theft.name}, ${regime}: ${error}`);
        return null;
      });
      if (outcome === null) continue;
      outcomes[place] = outcome;
      await keep(outcomes.filter((played) => played !== undefined));
      process.stdout.write(`${theft.name}, ${regime}: ${outcome.arrivedMsat / 1000n} sat gone\n`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, playNext));
  return { outcomes: outcomes.filter((outcome) => outcome !== undefined), failures };
}

function complain(words: string): number {
  process.stderr.write(`${words}\n`);
  return 1;
}

process.exitCode = await runThefts(process.argv.slice(2));
