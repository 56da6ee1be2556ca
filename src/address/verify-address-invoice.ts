import { accept, type Result, refuse } from '../base/result.ts';
import type { AddressInvoiceStore } from './address-invoice-store.ts';

/** An invoice, as the answer to the question whether it was paid (LUD-21). */
export interface VerifiedInvoice {
  readonly bolt11: string;
  /**
   * The preimage, which proves the payment; null until the money is booked. If it were shown
   * earlier, any node on the payment's route could use it to take the money.
   */
  readonly preimage: string | null;
}

export type VerifyRefusal = { readonly kind: 'invoice_not_found' };

/**
 * Tells whether an invoice was paid. Only its payer knows the id, so no other permission is needed.
 */
export async function verifyAddressInvoice(
  { addressInvoices }: { readonly addressInvoices: Pick<AddressInvoiceStore, 'findByVerifyId'> },
  verifyId: string,
): Promise<Result<VerifiedInvoice, VerifyRefusal>> {
  const isId = /^[A-Za-z0-9]{1,64}$/.test(verifyId);
  const invoice = isId ? await addressInvoices.findByVerifyId(verifyId) : null;
  if (invoice === null || invoice.bolt11 === null) return refuse({ kind: 'invoice_not_found' });
  const { bolt11, settledAt, preimage } = invoice;
  return accept({ bolt11, preimage: settledAt === null ? null : preimage });
}
