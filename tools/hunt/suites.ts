import { readFileSync } from 'node:fs';
import { findFiles } from '../tests/find-files.ts';

/** A round of a randomised suite: a command that always plays the same. */
export interface Round {
  readonly env: Readonly<Record<string, string>>;
  readonly words: readonly string[];
}

export interface Suite {
  readonly name: string;
  readonly round: (seed: number) => Round;
  /** Whether busy loops run at the same time. */
  readonly isUnderLoad?: boolean;
}

export interface HuntedKinds {
  readonly isBusy: boolean;
  readonly hasLnd: boolean;
}

const RUNS_FACTOR = '5';
const MONEY_LISTS = '3000';
const SIMULATED_SEEDS = 2000;
const SQL_SEEDS = 25;
const CRASH_ROUNDS = '10';
const LND_CRASH_PAYMENTS = '100';
const MODEL_FILE = 'test/ledger/money-store.property.test.ts';

/** Lists all randomised suites. Each of their rounds has a seed of its own. */
export function listSuites({ isBusy, hasLnd }: HuntedKinds): readonly Suite[] {
  const suites: Suite[] = [
    {
      name: 'properties',
      round: (seed) => ({
        env: { TEST_SEED: String(seed), TEST_RUNS_FACTOR: RUNS_FACTOR },
        words: ['test', '--', ...filesWithChance()],
      }),
    },
    {
      name: 'model',
      round: (seed) => ({
        env: { TEST_SEED: String(seed), MONEY_LISTS },
        words: ['test', '--', MODEL_FILE],
      }),
    },
    { name: 'simulation', round: (seed) => simulate(seed, SIMULATED_SEEDS) },
    { name: 'simulation-sql', round: (seed) => simulate(seed, SQL_SEEDS, '--sql') },
    {
      name: 'crash',
      round: (seed) => ({
        env: {},
        words: ['run', 'test:crash', '--', '--rounds', CRASH_ROUNDS, '--seed', String(seed)],
      }),
    },
  ];
  if (isBusy) {
    suites.push({
      name: 'scenarios',
      isUnderLoad: true,
      round: () => ({ env: {}, words: ['test', '--', '.scenario.'] }),
    });
  }
  if (hasLnd) suites.push({ name: 'lnd', round: crashOnLnd });
  return suites;
}

const simulate = (seed: number, count: number, ...more: readonly string[]): Round => ({
  env: {},
  words: ['run', 'sim', '--', '--seeds', `${seed}..${seed + count - 1}`, '--steps', '200', ...more],
});

const crashOnLnd = (seed: number): Round => ({
  env: {},
  words: ['run', 'test:lnd', '--', 'crash', '--crash', LND_CRASH_PAYMENTS, '--seed', String(seed)],
});

/**
 * The test files that take their seed from test/support/, except for the model, which has a suite
 * of its own.
 */
export const filesWithChance = (): readonly string[] =>
  findFiles('test/**/*.test.ts')
    .filter((path) => path !== MODEL_FILE && !/^test\/(browser|crash|lnd)\//.test(path))
    .filter((path) => /support\/(check-property|seeds)\.ts'/.test(readFileSync(path, 'utf8')));

/** The command of a round as someone would type it. */
export const showCommand = ({ env, words }: Round): string =>
  [...Object.entries(env).map(([name, text]) => `${name}=${text}`), 'npm', ...words].join(' ');
