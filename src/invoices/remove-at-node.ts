/**
 * Removes unpaid invoices at the node, and says for which of them no money can come in any more.
 */

import type { InvoiceDeletion, LightningNode } from '../lightning/node-port.ts';
import { type OwnNodeDeps, requireOwnNode } from '../lightning/own-node.ts';

export interface RemoveAtNodeDeps extends OwnNodeDeps {
  readonly lightning: OwnNodeDeps['lightning'] &
    Pick<LightningNode, 'cancelInvoice' | 'deleteInvoice'>;
}

/**
 * A run ends after these failures in a row: one failing invoice must not hold up the others, but a
 * node that is away fails them all.
 */
const MAX_FAILURES_IN_A_ROW = 3;

export interface Removal {
  /** Ids of invoices by which no money can come in any more. */
  readonly removed: readonly string[];
  /** The first removal that failed. */
  readonly failure: { readonly error: unknown } | null;
  /** Whether the node is away: then the others would fail as well. */
  readonly isNodeAway: boolean;
}

/**
 * Removes invoices at the node. Another node at our address knows none of them, so only a deletion
 * is believed in any case; all else only when no connection was opened since the node has said who
 * it is.
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
 * Removes an invoice; `kept` when money may still come in by it. A node that cannot delete keeps it
 * as cancelled.
 */
async function removeOne(
  lightning: RemoveAtNodeDeps['lightning'],
  paymentHash: string,
): Promise<InvoiceDeletion> {
  if (!(await lightning.cancelInvoice(paymentHash))) return 'kept';
  return await lightning.deleteInvoice(paymentHash);
}
