/**
 * `npm run test:hunt`: plays every randomised suite, round after round with new seeds, until the
 * time is over. If something fails, it prints how to repeat it, and exits with status 1.
 *
 *     npm run test:hunt -- --minutes 60
 *     npm run test:hunt -- --minutes 5 --only simulation,model --seed 7
 *     npm run test:hunt -- --minutes 60 --busy     the scenarios beside busy loops, too
 *     npm run test:hunt -- --minutes 60 --lnd      crashes of LND, too, if it was built before
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultBinaries } from '../test/lnd/start-regtest.ts';
import { deriveSeed } from '../test/support/seeds.ts';
import { startBusyLoops } from './hunt/busy-loops.ts';
import { playRound } from './hunt/play-round.ts';
import { listSuites, type Suite } from './hunt/suites.ts';
import { readSeed } from './seed-option.ts';

interface Hunt {
  readonly untilMs: number;
  readonly seed: number;
  readonly suites: readonly Suite[];
  /** The folder in which the output of failed rounds is kept. */
  readonly keepIn: string;
}

interface Score {
  rounds: number;
  failures: number;
}

const WHOLE = /^[1-9]\d{0,8}$/;

async function runHunt(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string', default: 'random' },
      only: { type: 'string' },
      busy: { type: 'boolean', default: false },
      lnd: { type: 'boolean', default: false },
    },
  });
  const seed = readSeed(values.seed);
  const lnd = process.env['LND_BINARIES'] ?? defaultBinaries();
  const all = listSuites({ isBusy: values.busy, hasLnd: values.lnd && existsSync(lnd) });
  const names = values.only?.split(',') ?? all.map(({ name }) => name);
  const suites = all.filter(({ name }) => names.includes(name));
  const problem = findProblem(values.minutes, seed, names, all);
  if (problem !== null) {
    process.stderr.write(`${problem}\n`);
    return 1;
  }
  const folder = await mkdtemp(join(tmpdir(), 'satchel-hunt-'));
  const untilMs = performance.now() + Number(values.minutes) * 60_000;
  say(`hunt: --minutes ${values.minutes} --seed ${seed}`);
  const scores = await play({
    untilMs,
    seed: Number(seed),
    suites,
    keepIn: join(folder, 'failures.txt'),
  });
  const failures = [...scores.values()].reduce((sum, score) => sum + score.failures, 0);
  say('', row('suite', 'rounds', 'failures'));
  for (const [name, score] of scores) {
    say(row(name, String(score.rounds), String(score.failures)));
  }
  if (failures > 0) say('', `what failed printed ${folder}/failures.txt`);
  else await rmdir(folder);
  return failures === 0 ? 0 : 1;
}

function findProblem(
  minutes: string,
  seed: string,
  names: readonly string[],
  all: readonly Suite[],
): string | null {
  if (!WHOLE.test(minutes)) return '--minutes takes a whole number from 1';
  if (!/^[1-9]\d{0,9}$/.test(seed)) return '--seed takes a whole number from 1, or random';
  const unknown = names.filter((name) => !all.some((suite) => suite.name === name));
  if (unknown.length === 0) return null;
  return `--only takes some of ${all.map(({ name }) => name).join(', ')}, with commas between`;
}

/** Plays the suites in turn until the time is over. A round that has begun is played to its end. */
async function play({ untilMs, seed, suites, keepIn }: Hunt): Promise<ReadonlyMap<string, Score>> {
  const scores = new Map(suites.map(({ name }) => [name, { rounds: 0, failures: 0 }]));
  for (let round = 0; performance.now() < untilMs; round += 1) {
    const suite = suites[round % suites.length];
    const score = scores.get(suite?.name ?? '');
    if (suite === undefined || score === undefined) break;
    // Drawn seeds are above those that other commands play by number, and leave room for a range.
    const drawn = 1_000_000 + (deriveSeed(seed, round) % 2_000_000_000);
    const stop = suite.isUnderLoad === true ? startBusyLoops() : () => undefined;
    const { isGreen, tookSec, again } = await playRound(suite.round(drawn), keepIn).finally(stop);
    score.rounds += 1;
    say(row(suite.name, `seed ${drawn}`, isGreen ? 'green' : 'FAILED', `${tookSec} s`));
    if (isGreen) continue;
    score.failures += 1;
    for (const command of again) say(`    repeat it: ${command}`);
  }
  return scores;
}

const row = (...cells: readonly string[]): string =>
  cells
    .map((cell) => cell.padEnd(16))
    .join(' ')
    .trimEnd();

const say = (...lines: readonly string[]): void => {
  for (const line of lines) process.stdout.write(`${line}\n`);
};

process.exitCode = await runHunt(process.argv.slice(2));
