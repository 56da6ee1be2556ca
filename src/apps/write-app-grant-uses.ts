import type { AppGrantUses } from '../access/app-grant-uses.ts';
import { type RepeatDeps, repeat } from '../background/repeat.ts';

export interface WriteAppGrantUsesDeps extends RepeatDeps {
  readonly appGrantUses: AppGrantUses;
}

const EVERY_MS = 5000;

/** Does not query the database while no app calls. */
export async function writeAppGrantUses(
  deps: WriteAppGrantUsesDeps,
  signal: AbortSignal,
): Promise<void> {
  const options = { name: 'noting when apps were used', everyMs: EVERY_MS };
  await repeat(deps, options, signal, () => deps.appGrantUses.write());
}
