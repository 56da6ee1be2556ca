import { type RepeatDeps, repeat } from '../background/repeat.ts';
import { type CheckDatabaseDeps, checkDatabase } from './check-database.ts';

export interface WatchDatabaseDeps extends RepeatDeps, CheckDatabaseDeps {}

const EVERY_MS = 60_000;

export async function watchDatabase(deps: WatchDatabaseDeps, signal: AbortSignal): Promise<void> {
  const options = { name: 'the check of the database', everyMs: EVERY_MS };
  await repeat(deps, options, signal, () => checkDatabase(deps));
}
