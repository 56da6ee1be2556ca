import { accept, type Result, refuse } from '../base/result.ts';
import type { AddressInvoiceStore } from './address-invoice-store.ts';

/** Whether an invoice was paid (LUD-21). */
export interface VerifiedInvoice {
  readonly bolt11: string;
  /**
   * Proves the payment; null before a receipt stands in the books. Shown any sooner, every node on
   * the way could take the money with it.
   */
  readonly preimage: string | null;
}

export type VerifyRefusal = { readonly kind: 'invoice_not_found' };

/** Needs no other permission: only the one who asked for the invoice has its id. */
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
