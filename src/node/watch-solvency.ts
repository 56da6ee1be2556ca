import { type RepeatDeps, repeat } from '../background/repeat.ts';
import { type CheckSolvencyDeps, checkSolvency } from './check-solvency.ts';

export interface WatchSolvencyDeps extends RepeatDeps, CheckSolvencyDeps {}

const EVERY_MS = 60_000;

/** Runs in every process that sends. */
export async function watchSolvency(deps: WatchSolvencyDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'the check of solvency', everyMs: EVERY_MS };
  await repeat(deps, options, signal, () => checkSolvency(deps));
}
