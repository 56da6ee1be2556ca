/** The loop that asks the node at intervals, and tells operators when it does not answer. */

import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import { type CheckNodeDeps, checkNode, type NodeAbsence } from './check-node.ts';

export type WatchNodeDeps = CheckNodeDeps & RunPeriodicallyDeps;

const EVERY_MS = 15_000;

export async function watchNode(deps: WatchNodeDeps, signal: AbortSignal): Promise<void> {
  let absence: NodeAbsence | null = null;
  await runPeriodically(
    deps,
    { name: 'the look at the node', everyMs: EVERY_MS },
    signal,
    async () => {
      absence = await checkNode(deps, absence);
    },
  );
}
