import { debitSat, type Msat, type Sat, satToMsat } from '../base/amount.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';

/**
 * The amount to pay for an invoice: the amount of the invoice, or the payer's if the invoice states
 * none. Payers may also repeat the amount of the invoice, exactly or rounded up to the whole sats
 * that they are shown.
 */
export function choosePaymentAmount(
  invoiceMsat: Msat | null,
  payerMsat: Msat | null,
): Result<Msat, PayRefusal> {
  if (invoiceMsat === null) {
    return payerMsat === null ? refuse({ kind: 'amount_missing' }) : accept(payerMsat);
  }
  const isSame =
    payerMsat === null ||
    payerMsat === invoiceMsat ||
    payerMsat === satToMsat(debitSat(invoiceMsat));
  return isSame ? accept(invoiceMsat) : refuse({ kind: 'amount_mismatch' });
}

export function checkPaymentAmount(
  amountMsat: Msat,
  { amountMaxSat }: { readonly amountMaxSat: Sat },
): Result<Msat, PayRefusal> {
  if (amountMsat <= 0n) {
    return refuse({ kind: 'bad_input', message: 'amount must be greater than 0' });
  }
  if (debitSat(amountMsat) > amountMaxSat) return refuse({ kind: 'amount_too_large' });
  return accept(amountMsat);
}
