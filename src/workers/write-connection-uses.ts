import type { ConnectionUses } from '../usecases/apps/connection-uses.ts';
import { type RepeatDeps, repeat } from './repeat.ts';

export interface WriteConnectionUsesDeps extends RepeatDeps {
  readonly connectionUses: ConnectionUses;
}

const EVERY_MS = 5000;

/** Asks the database nothing while no app calls. */
export async function writeConnectionUses(
  deps: WriteConnectionUsesDeps,
  signal: AbortSignal,
): Promise<void> {
  const options = { name: 'noting when apps were used', everyMs: EVERY_MS };
  await repeat(deps, options, signal, () => deps.connectionUses.write());
}
