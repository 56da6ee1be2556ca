import type { Msat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { type Invoice, namedAmountMsat } from '../ledger/invoice.ts';
import type { AddressInvoiceStore } from './address-invoice-store.ts';
import { readAskedName } from './address-name.ts';
import type { AddressNameStore } from './address-name-store.ts';

export interface ReadPayerInvoiceDeps {
  readonly addressInvoices: Pick<AddressInvoiceStore, 'findByVerifyId'>;
  readonly addressNames: Pick<AddressNameStore, 'findOwner' | 'findPayee'>;
  readonly clock: Clock;
}

/** An invoice as the payer who requested it sees it. */
export interface PayerInvoice {
  /** The address name that was paid, without a tag. */
  readonly addressName: string;
  readonly amountMsat: Msat;
  /** The payer's comment; null if there is none. */
  readonly comment: string | null;
  readonly state:
    | { readonly kind: 'waiting'; readonly bolt11: string; readonly expiresAt: Date }
    /** The invoice was paid. The preimage is not shown before the money is booked. */
    | {
        readonly kind: 'paid';
        readonly preimage: string;
        readonly paymentHash: string;
        readonly settledAt: Date;
      }
    | { readonly kind: 'expired' };
}

export type PayerInvoiceRefusal =
  | { readonly kind: 'payee_not_found' }
  /** The invoice never existed, or was removed some time after it expired. */
  | { readonly kind: 'invoice_not_found' };

/**
 * Reads the invoice with this id if it belongs to the owner of the name, so that no link can show a
 * name that does not get the money. The invoice stays readable after its payee has chosen another
 * name.
 */
export async function readPayerInvoice(
  { addressInvoices, addressNames, clock }: ReadPayerInvoiceDeps,
  askedName: string,
  verifyId: string,
): Promise<Result<PayerInvoice, PayerInvoiceRefusal>> {
  const name = readAskedName(askedName)?.name;
  if (name === undefined) return refuse({ kind: 'payee_not_found' });
  const isId = /^[A-Za-z0-9]{1,64}$/.test(verifyId);
  const [invoice, owner] = await Promise.all([
    isId ? addressInvoices.findByVerifyId(verifyId) : null,
    addressNames.findOwner(name),
  ]);
  const state = invoice?.userId === owner ? stateOf(invoice, clock.now()) : null;
  if (invoice !== null && state !== null) {
    const { comment } = invoice;
    const amountMsat = namedAmountMsat(invoice);
    return accept({ addressName: name, amountMsat, comment, state });
  }
  const payee = await addressNames.findPayee(name);
  return refuse({ kind: payee === null ? 'payee_not_found' : 'invoice_not_found' });
}

/**
 * The state of an invoice for its payer; null while the node has not confirmed that it made the
 * invoice, because then no payer has it yet.
 */
function stateOf(invoice: Invoice | null, now: Date): PayerInvoice['state'] | null {
  if (invoice === null || invoice.bolt11 === null) return null;
  const { bolt11, expiresAt, settledAt, preimage, paymentHash } = invoice;
  if (settledAt !== null) return { kind: 'paid', preimage, paymentHash, settledAt };
  return expiresAt > now ? { kind: 'waiting', bolt11, expiresAt } : { kind: 'expired' };
}
