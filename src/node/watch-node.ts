import { type RepeatDeps, repeat } from '../background/repeat.ts';
import { type CheckNodeDeps, checkNode, type NodeAbsence } from './check-node.ts';

export type WatchNodeDeps = CheckNodeDeps & RepeatDeps;

const EVERY_MS = 15_000;

export async function watchNode(deps: WatchNodeDeps, signal: AbortSignal): Promise<void> {
  let absence: NodeAbsence | null = null;
  await repeat(deps, { name: 'the look at the node', everyMs: EVERY_MS }, signal, async () => {
    absence = await checkNode(deps, absence);
  });
}
