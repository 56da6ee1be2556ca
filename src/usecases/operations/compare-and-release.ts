import type { ComparisonStore } from '../../operations/comparison-store.ts';
import { type CompareWithNodeDeps, compareWithNode } from './compare-with-node.ts';
import { type LookAtNodeDeps, lookAtNode } from './look-at-node.ts';
import type { StoredStops } from './stored-stops.ts';

export interface CompareAndReleaseDeps extends LookAtNodeDeps, CompareWithNodeDeps {
  readonly lightning: LookAtNodeDeps['lightning'] & CompareWithNodeDeps['lightning'];
  readonly comparisons: ComparisonStore;
  readonly storedStops: Pick<StoredStops, 'refresh'>;
}

/**
 * No process sends after sleeping longer than this: what was sent before is at the node by then.
 */
const SENDERS_DONE_MS = 60_000;

/**
 * Compares a database that was put back with the node. If nothing was missing, payments may leave
 * again; otherwise a person decides.
 */
export async function compareAndRelease(
  deps: CompareAndReleaseDeps,
  signal: AbortSignal,
): Promise<void> {
  const due = await deps.comparisons.readDue();
  const outcome = await compareWithNode(deps, signal);
  if (outcome.kind === 'not_possible') {
    deps.log.warn({ why: outcome.why }, 'the payments of the node cannot be compared yet');
    return;
  }
  // Compare again later, to include what slow senders still had on its way.
  if (due === null || due.dueForMs < SENDERS_DONE_MS) return;
  const released = await deps.comparisons.release(true);
  if (released !== 'released') return;
  deps.log.info({}, 'all payments of the node are known: they may leave again');
  await lookAtNode(deps, signal);
  await deps.storedStops.refresh();
}
