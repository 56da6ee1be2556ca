import { debitSat, type Msat, type Sat, satToMsat } from '../base/amount.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { PayRefusal } from './wallet-refusals.ts';

/**
 * What is paid for an invoice: its own amount, or the payer's when it states none. A payer may
 * repeat the invoice's amount, in the whole sats in which they see it.
 */
export function choosePaymentAmount(
  invoiceMsat: Msat | null,
  payerSat: Sat | null,
): Result<Msat, PayRefusal> {
  if (invoiceMsat === null) {
    if (payerSat === null) return refuse({ kind: 'amount_missing' });
    return accept(satToMsat(payerSat));
  }
  if (payerSat !== null && payerSat !== debitSat(invoiceMsat)) {
    return refuse({ kind: 'amount_mismatch' });
  }
  return accept(invoiceMsat);
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
