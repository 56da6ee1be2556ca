/**
 * Reads an invoice for the page of the user who made it: whether it waits, was paid or has expired.
 */

import type { Sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Invoice } from '../ledger/invoice.ts';
import type { FindInvoiceRefusal } from '../ledger/wallet-refusals.ts';
import type { InvoiceStore } from './invoice-store.ts';

export interface ReadOwnInvoiceDeps {
  readonly invoices: Pick<
    InvoiceStore,
    'findInvoiceByIdentifier' | 'findInvoiceByHash' | 'readCredited'
  >;
  readonly clock: Clock;
}

/** An invoice as it is shown to the user who made it. */
export interface OwnInvoice {
  readonly invoice: Invoice & { readonly bolt11: string };
  readonly state:
    | { readonly kind: 'waiting' }
    /** The invoice was paid. A `receiptsCount` above 1 means that it was paid more than once. */
    | {
        readonly kind: 'paid';
        readonly settledAt: Date;
        readonly receiptsCount: number;
        /** The sats that the user was credited for all payments of the invoice. */
        readonly creditedSat: Sat;
      }
    /**
     * The invoice expired without being paid, but a payment that was already on its way may still
     * arrive.
     */
    | { readonly kind: 'expired' };
}

export async function readOwnInvoice(
  { invoices, clock }: ReadOwnInvoiceDeps,
  userId: string,
  identifier: string,
): Promise<Result<OwnInvoice, FindInvoiceRefusal>> {
  const isIdentifier = /^[A-Za-z0-9]{24}$/.test(identifier);
  const invoice = isIdentifier ? await invoices.findInvoiceByIdentifier(identifier) : null;
  // An invoice without a BOLT11 text was never shown to anyone, as the node has not made it yet.
  if (invoice === null || invoice.userId !== userId || invoice.bolt11 === null) {
    return refuse({ kind: 'invoice_not_found' });
  }
  const { bolt11, settledAt, expiresAt, paymentHash } = invoice;
  const own = { ...invoice, bolt11 };
  if (settledAt === null) {
    const kind = expiresAt > clock.now() ? 'waiting' : 'expired';
    return accept({ invoice: own, state: { kind } });
  }
  const receiptsCount = (await invoices.findInvoiceByHash(paymentHash))?.receiptsCount ?? 1;
  const creditedSat = await invoices.readCredited(invoice.id);
  return accept({ invoice: own, state: { kind: 'paid', settledAt, receiptsCount, creditedSat } });
}
