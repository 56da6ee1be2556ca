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
 * The number of cancelled invoices that one statement marks. If the process dies first, they are
 * cancelled again, which does no harm.
 */
const MARKED_AT_ONCE = 25;
/**
 * The number of failures in a row after which a run ends: one failing invoice must not hold up the
 * others, but a node that is away fails them all.
 */
const MAX_FAILURES_IN_A_ROW = 3;

/**
 * Cancels node invoices that were paid within this service. If someone outside has already paid
 * one, that is a second receipt and arrives like any other. The work to do is in a table that
 * settlements write, so nothing has to be handed over.
 *
 * Another node at our address has none of them, and its "not found" proves nothing.
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
        // Another node may have answered. The next run tells our own node again.
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
