import type { Log } from '../base/log.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { type OwnNodeDeps, requireOwnNode } from '../lightning/own-node.ts';
import type { InvoiceStore } from './invoice-store.ts';

export interface CancelNodeInvoicesDeps extends OwnNodeDeps {
  readonly invoices: Pick<InvoiceStore, 'listNodeInvoicesToCancel' | 'markNodeInvoicesCancelled'>;
  readonly lightning: OwnNodeDeps['lightning'] & Pick<LightningNode, 'cancelInvoice'>;
  readonly log: Log;
}

const LISTED_AT_ONCE = 100;
/**
 * The number of invoices that are cancelled at the same time, and then recorded by one statement.
 * If the process dies before the statement, these invoices are cancelled once more, which does no
 * harm.
 */
const CANCELLED_AT_ONCE = 10;
/**
 * The number of invoices cancelled together of which none succeeds, after which a run ends. A
 * single invoice that fails must not hold up the others, but if all of several fail, the node is
 * away.
 */
const MAX_FAILURES = 3;

/**
 * Cancels invoices at the node that were paid by another user of this service, so that no one can
 * pay them again over Lightning. If someone outside has already paid one as well, that second
 * payment is credited like any other. Each payment within the service adds its invoice to a table
 * when it settles, so any process can find the invoices to cancel. A run goes on while more wait
 * than it has listed, so that the table does not grow while many pay one another.
 *
 * If another node answers at the configured address, it knows none of the invoices, and its "not
 * found" proves nothing.
 */
export async function cancelNodeInvoices(
  deps: CancelNodeInvoicesDeps,
  signal: AbortSignal,
): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal.aborted) {
    const paidHere = await deps.invoices.listNodeInvoicesToCancel(LISTED_AT_ONCE);
    let cancelled = 0;
    for (let first = 0; first < paidHere.length && !signal.aborted; first += CANCELLED_AT_ONCE) {
      cancelled += await cancelSome(deps, paidHere.slice(first, first + CANCELLED_AT_ONCE));
    }
    hasMore = cancelled > 0 && paidHere.length === LISTED_AT_ONCE;
  }
}

type PaidHere = Awaited<ReturnType<InvoiceStore['listNodeInvoicesToCancel']>>;

/** Cancels invoices at the same time, and returns for how many our node has answered. */
async function cancelSome(deps: CancelNodeInvoicesDeps, paidHere: PaidHere): Promise<number> {
  const { invoices, lightning, log } = deps;
  const isOurs = await requireOwnNode(deps);
  const cancelled: string[] = [];
  const failures: unknown[] = [];
  const cancel = async ({ id, paymentHash }: PaidHere[number]): Promise<void> => {
    try {
      await lightning.cancelInvoice(paymentHash);
      // Otherwise another node may have answered. Then the invoice is cancelled once more.
      if (isOurs()) cancelled.push(id);
    } catch (error) {
      failures.push(error);
      log.warn({ error, invoiceId: id }, 'an invoice was not cancelled at the node yet');
    }
  };
  await Promise.all(paidHere.map(cancel));
  if (cancelled.length > 0) await invoices.markNodeInvoicesCancelled(cancelled);
  if (cancelled.length === 0 && failures.length >= MAX_FAILURES) throw failures[0];
  return cancelled.length;
}
