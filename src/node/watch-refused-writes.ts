import { type RepeatDeps, repeat } from '../background/repeat.ts';
import type { RefusedWrites } from '../database/database-safety.ts';
import { type TellOfRefusedWritesDeps, tellOfRefusedWrites } from './tell-of-refused-writes.ts';

export type WatchRefusedWritesDeps = TellOfRefusedWritesDeps & RepeatDeps;

const EVERY_MS = 30_000;

/** Each process knows only of the writes that were refused to itself. */
export async function watchRefusedWrites(
  deps: WatchRefusedWritesDeps,
  signal: AbortSignal,
): Promise<void> {
  let untold: RefusedWrites | null = null;
  await repeat(deps, { name: 'telling of refused writes', everyMs: EVERY_MS }, signal, async () => {
    untold = await tellOfRefusedWrites(deps, untold);
  });
}
