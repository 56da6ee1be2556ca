import type { Log } from '../base/log.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { type OwnNodeDeps, requireOwnNode } from '../lightning/own-node.ts';
import type { InvoiceStore } from './invoice-store.ts';

export interface CancelNodeInvoicesDeps extends OwnNodeDeps {
  readonly invoices: Pick<InvoiceStore, 'listNodeInvoicesToCancel' | 'markNodeInvoicesCancelled'>;
  readonly lightning: OwnNodeDeps['lightning'] & Pick<LightningNode, 'cancelInvoice'>;
  readonly log: Log;
}

const MAX_AT_ONCE = 100;
/**
 * The number of invoices that one statement records as cancelled at the node. If the process dies
 * before the statement, these invoices are cancelled once more, which does no harm.
 */
const MARKED_AT_ONCE = 25;
/**
 * The number of failures in a row after which a run ends. A single invoice that fails must not hold
 * up the others, but if several fail in a row, the node is away and all would fail.
 */
const MAX_FAILURES_IN_A_ROW = 3;

/**
 * Cancels invoices at the node that were paid by another user of this service, so that no one can
 * pay them again over Lightning. If someone outside has already paid one as well, that second
 * payment is credited like any other. Each payment within the service adds its invoice to a table
 * when it settles, so any process can find the invoices to cancel.
 *
 * If another node answers at the configured address, it knows none of the invoices, and its "not
 * found" proves nothing.
 */
export async function cancelNodeInvoices(
  deps: CancelNodeInvoicesDeps,
  signal: AbortSignal,
): Promise<void> {
  const paidHere = await deps.invoices.listNodeInvoicesToCancel(MAX_AT_ONCE);
  if (paidHere.length === 0) return;
  let isOurs = await requireOwnNode(deps);
  let failuresInARow = 0;
  const cancelled: string[] = [];
  const mark = async (): Promise<void> => {
    const ids = cancelled.splice(0);
    if (ids.length > 0) await deps.invoices.markNodeInvoicesCancelled(ids);
  };
  try {
    for (const { id, paymentHash } of paidHere) {
      if (signal.aborted) return;
      try {
        await deps.lightning.cancelInvoice(paymentHash);
        if (isOurs()) cancelled.push(id);
        // Another node may have answered, so the invoice is not marked as cancelled. The next run
        // cancels it at our own node.
        else isOurs = await requireOwnNode(deps);
        if (cancelled.length === MARKED_AT_ONCE) await mark();
        failuresInARow = 0;
      } catch (error) {
        failuresInARow += 1;
        if (failuresInARow >= MAX_FAILURES_IN_A_ROW) throw error;
        deps.log.warn({ error, invoiceId: id }, 'an invoice was not cancelled at the node yet');
      }
    }
  } finally {
    await mark();
  }
}
