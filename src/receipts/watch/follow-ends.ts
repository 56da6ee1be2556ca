import { INVOICE_GONE_MS } from '../../base/limits.ts';
import type { InvoicePlace, ListedInvoice } from '../../lightning/node-port.ts';
import { INVOICE_IN_ORDER_MS } from '../limits.ts';

/**
 * Finds the invoice after which the next list can begin; null when there is none. The node must
 * keep this invoice, and nothing may be able to arrive any more for it and for all invoices before
 * it. A cancelled invoice would not do, because it may be deleted: the next list would then start
 * at the first invoice, and LND on SQLite even gives the index of a deleted invoice to a new one.
 */
export function followEnds(now: Date) {
  let passed: InvoicePlace | null = null;
  let isOverSoFar = true;
  return {
    see: (invoice: ListedInvoice): void => {
      isOverSoFar &&= isOver(invoice, now);
      const { addIndex, paymentHash } = invoice;
      if (isOverSoFar && isKept(invoice)) passed = { addIndex, paymentHash };
    },
    passed: (): InvoicePlace | null => passed,
  };
}

/**
 * Whether the node keeps an invoice for ever. Reusable invoices are cancelled in the end, and
 * cancelled ones may be deleted.
 */
const isKept = ({ state, isReusable }: ListedInvoice): boolean =>
  state === 'settled' && !isReusable;

/**
 * Whether no payment for an invoice can arrive any more, apart from those that this list already
 * shows.
 */
function isOver({ state, isReusable, createdAt, expiresAt }: ListedInvoice, now: Date): boolean {
  if (now.getTime() - createdAt.getTime() < INVOICE_IN_ORDER_MS) return false;
  if (state === 'cancelled' || (state === 'settled' && !isReusable)) return true;
  return state !== 'accepted' && now.getTime() - expiresAt.getTime() > INVOICE_GONE_MS;
}
