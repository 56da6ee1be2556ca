import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import { type CheckSolvencyDeps, checkSolvency } from './check-solvency.ts';

export interface WatchSolvencyDeps extends RunPeriodicallyDeps, CheckSolvencyDeps {}

const EVERY_MS = 60_000;

/**
 * Checks at intervals whether the node can cover the balances of all wallets, in every process that
 * sends payments.
 */
export async function watchSolvency(deps: WatchSolvencyDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'the check of solvency', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, () => checkSolvency(deps));
}
