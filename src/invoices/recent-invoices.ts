import { createRecentKeys } from '../base/recent-keys.ts';
import type { Invoice } from '../ledger/invoice.ts';
import { invoiceBytes } from '../ledger/stored-bytes.ts';
import { MAX_RECENT_INVOICE_BYTES, MAX_RECENT_INVOICES } from './limits.ts';

/**
 * Remembers the invoices that this process has made lately, by their texts, so that they can be
 * paid without a look at their rows (see payAtOnce). Nothing about them changes but whether they
 * were paid, which the database says.
 */
export interface RecentInvoices {
  /** Remembers an invoice, unless its texts are long. */
  add(invoice: Invoice & { readonly bolt11: string }): void;
  /** Finds an invoice by its exact text, and forgets it; null if it is not remembered. */
  take(bolt11: string): Invoice | null;
}

export function createRecentInvoices(): RecentInvoices {
  const recent = createRecentKeys<Invoice>(MAX_RECENT_INVOICES);
  return {
    add: (invoice) => {
      if (invoiceBytes(invoice) <= MAX_RECENT_INVOICE_BYTES) recent.add(invoice.bolt11, invoice);
    },
    take: (bolt11) => {
      const invoice = recent.find(bolt11) ?? null;
      recent.drop(bolt11);
      return invoice;
    },
  };
}
