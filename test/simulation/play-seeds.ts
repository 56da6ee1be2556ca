import type { SimulatedFault } from './fault.ts';
import { createMemoryStorage } from './memory-storage.ts';
import { runSeed, type SeedReport } from './run-seed.ts';
import { openSqlStorage } from './sql-storage.ts';

export interface SeedRange {
  readonly from: number;
  readonly to: number;
  /** Two share a range by taking every second seed. */
  readonly every: number;
  readonly steps: number;
  readonly fault: SimulatedFault | null;
  readonly isSql: boolean;
}

/** Looking at the books costs more than a step, and changes nothing: seldom is often enough. */
const CHECK_EVERY = 10;

/** Plays seeds until one fails, and answers that one, played again with all that happened. */
export async function playSeeds(
  range: SeedRange,
  onPlayed: (seed: number) => void = () => undefined,
): Promise<SeedReport | null> {
  const failed = await withoutStacks(() => findFailing(range, onPlayed));
  return failed === null ? null : await playSeed(range, failed, 1, true);
}

/** Answers the first of these seeds that finds anything wrong. */
export const findWrong = (
  from: number,
  to: number,
  fault: SimulatedFault | null = null,
): Promise<SeedReport | null> => playSeeds({ from, to, every: 1, steps: 200, fault, isSql: false });

async function findFailing(
  range: SeedRange,
  onPlayed: (seed: number) => void,
): Promise<number | null> {
  for (let seed = range.from; seed <= range.to; seed += range.every) {
    const { failedAtStep } = await playSeed(range, seed, CHECK_EVERY, false);
    if (failedAtStep !== null) return seed;
    onPlayed(seed);
  }
  return null;
}

/** Errors are part of the play: to note where each came from would take most of the time. */
export async function withoutStacks<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return await work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

export function playSeed(
  { steps, fault, isSql }: Pick<SeedRange, 'steps' | 'fault' | 'isSql'>,
  seed: number,
  checkEvery: number,
  isTraced: boolean,
): Promise<SeedReport> {
  const openStorage = isSql ? openSqlStorage : createMemoryStorage;
  return runSeed({ seed, steps, fault, checkEvery, isTraced, openStorage });
}
