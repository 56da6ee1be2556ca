/** Removes unpaid invoices at the node, and says by which of them no money can come in any more. */

import type { InvoiceDeletion, LightningNode } from '../lightning/node-port.ts';
import { type OwnNodeDeps, requireOwnNode } from '../lightning/own-node.ts';

export interface RemoveAtNodeDeps extends OwnNodeDeps {
  readonly lightning: OwnNodeDeps['lightning'] &
    Pick<LightningNode, 'cancelInvoice' | 'deleteInvoice'>;
}

/**
 * The number of failures in a row after which a run ends: one failing invoice must not hold up the
 * others, but a node that is away fails them all.
 */
const MAX_FAILURES_IN_A_ROW = 3;

export interface Removal {
  /** Ids of invoices by which no money can come in any more. */
  readonly removed: readonly string[];
  /** The first error of a removal; null if there was none. */
  readonly failure: { readonly error: unknown } | null;
  /** Whether the node is away, so that the other removals would fail as well. */
  readonly isNodeAway: boolean;
}

/**
 * Removes invoices at the node. Another node at our address knows none of them. So an answer that
 * it deleted one is always believed; any other answer only when no connection was opened since the
 * node said who it is.
 */
export async function removeAtNode(
  deps: RemoveAtNodeDeps,
  invoices: readonly { readonly id: string; readonly paymentHash: string }[],
  signal: AbortSignal,
): Promise<Removal> {
  if (invoices.length === 0) return { removed: [], failure: null, isNodeAway: false };
  const isOurs = await requireOwnNode(deps);
  const deleted: string[] = [];
  const unproven: string[] = [];
  let failure: Removal['failure'] = null;
  let failuresInARow = 0;
  for (const { id, paymentHash } of invoices) {
    if (signal.aborted || failuresInARow >= MAX_FAILURES_IN_A_ROW) break;
    try {
      const outcome = await removeOne(deps.lightning, paymentHash);
      if (outcome === 'deleted') deleted.push(id);
      else if (outcome !== 'kept') unproven.push(id);
      failuresInARow = 0;
    } catch (error) {
      failure ??= { error };
      failuresInARow += 1;
    }
  }
  return {
    removed: isOurs() ? [...deleted, ...unproven] : deleted,
    failure,
    isNodeAway: failuresInARow >= MAX_FAILURES_IN_A_ROW,
  };
}

/**
 * Removes one invoice; `kept` when money may still come in by it. A node that cannot delete keeps
 * it as cancelled.
 */
async function removeOne(
  lightning: RemoveAtNodeDeps['lightning'],
  paymentHash: string,
): Promise<InvoiceDeletion> {
  if (!(await lightning.cancelInvoice(paymentHash))) return 'kept';
  return await lightning.deleteInvoice(paymentHash);
}
