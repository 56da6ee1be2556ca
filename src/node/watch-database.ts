/**
 * The loop that checks whether the database server keeps what it confirms, and whether its release
 * is outdated.
 */

import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import { type CheckDatabaseDeps, checkDatabase } from './check-database.ts';

export interface WatchDatabaseDeps extends RunPeriodicallyDeps, CheckDatabaseDeps {}

const EVERY_MS = 60_000;

export async function watchDatabase(deps: WatchDatabaseDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'the check of the database', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, () => checkDatabase(deps));
}
