import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import type { RefusedWrites } from '../database/database-safety.ts';
import { type AlertRefusedWritesDeps, alertRefusedWrites } from './alert-refused-writes.ts';

export type WatchRefusedWritesDeps = AlertRefusedWritesDeps & RunPeriodicallyDeps;

const EVERY_MS = 30_000;

/** Reports when the database refuses writes of this process. Other processes report their own. */
export async function watchRefusedWrites(
  deps: WatchRefusedWritesDeps,
  signal: AbortSignal,
): Promise<void> {
  let untold: RefusedWrites | null = null;
  await runPeriodically(
    deps,
    { name: 'telling of refused writes', everyMs: EVERY_MS },
    signal,
    async () => {
      untold = await alertRefusedWrites(deps, untold);
    },
  );
}
