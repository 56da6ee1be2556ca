import type { AppGrantUses } from '../authorization/app-grant-uses.ts';
import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';

export interface WriteAppGrantUsesDeps extends RunPeriodicallyDeps {
  readonly appGrantUses: AppGrantUses;
}

/**
 * How often the last uses of app grants are written to the database. The interval is short, because
 * people who have just connected an app look whether it works.
 */
const EVERY_MS = 1000;

/**
 * Writes to the database when apps last used their grants. While no app calls, no query is made.
 */
export async function writeAppGrantUses(
  deps: WriteAppGrantUsesDeps,
  signal: AbortSignal,
): Promise<void> {
  const options = { name: 'noting when apps were used', everyMs: EVERY_MS };
  await runPeriodically(deps, options, signal, () => deps.appGrantUses.write());
}
