import {
  type CheckNodeDeps,
  checkNode,
  type NodeAbsence,
} from '../../usecases/operations/check-node.ts';
import { type RepeatDeps, repeat } from '../repeat.ts';

export type WatchNodeDeps = CheckNodeDeps & RepeatDeps;

const EVERY_MS = 15_000;

export async function watchNode(deps: WatchNodeDeps, signal: AbortSignal): Promise<void> {
  let absence: NodeAbsence | null = null;
  await repeat(deps, { name: 'the look at the node', everyMs: EVERY_MS }, signal, async () => {
    absence = await checkNode(deps, absence);
  });
}
