/**
 * Removes unpaid invoices at the node, and tells which of them can certainly not be paid any more.
 */

import type { InvoiceDeletion, LightningNode } from '../lightning/node-port.ts';
import { type OwnNodeDeps, requireOwnNode } from '../lightning/own-node.ts';

export interface RemoveAtNodeDeps extends OwnNodeDeps {
  readonly lightning: OwnNodeDeps['lightning'] &
    Pick<LightningNode, 'cancelInvoice' | 'deleteInvoice'>;
}

/**
 * The number of failures in a row after which a run ends. A single invoice that fails must not hold
 * up the others, but if several fail in a row, the node is away and all would fail.
 */
const MAX_FAILURES_IN_A_ROW = 3;

export interface Removal {
  /** Ids of the invoices that can certainly not be paid any more. */
  readonly removed: readonly string[];
  /** The first error of a removal; null if there was none. */
  readonly failure: { readonly error: unknown } | null;
  /** Whether the node is away, so that the other removals would fail as well. */
  readonly isNodeAway: boolean;
}

/**
 * Removes invoices at the node. If another node answers at the configured address, it knows none of
 * them. An answer that it deleted an invoice is therefore always believed. Any other answer counts
 * only if no new connection was opened since the node proved its identity.
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
 * Removes one invoice at the node; `kept` if it can still be paid. A node that cannot delete
 * invoices keeps it as cancelled.
 */
async function removeOne(
  lightning: RemoveAtNodeDeps['lightning'],
  paymentHash: string,
): Promise<InvoiceDeletion> {
  if (!(await lightning.cancelInvoice(paymentHash))) return 'kept';
  return await lightning.deleteInvoice(paymentHash);
}
