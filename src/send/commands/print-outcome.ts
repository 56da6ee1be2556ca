import { debitSat, satToNumber } from '../../base/amount.ts';
import { type Payment, toSettledPayment } from '../../ledger/payment.ts';
import { showSuccess } from '../../lnurl/success-action.ts';

/** The outcome that the command `pay` prints. */
export type PayOutcome =
  /** No payment was made. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'settled'; readonly payment: Payment }
  | { readonly kind: 'failed'; readonly payment: Payment; readonly reason: string }
  /** The payment has not ended; null: no payment was reserved so far. */
  | { readonly kind: 'pending'; readonly payment: Payment | null };

type Printed = Exclude<PayOutcome, { kind: 'refused' }>;

export function presentOutcome({ kind: status, payment }: Printed) {
  const settled = payment?.state === 'settled' ? toSettledPayment(payment) : null;
  return {
    status,
    amount: payment === null ? null : satToNumber(debitSat(payment.amountMsat)),
    fee: settled === null ? null : satToNumber(settled.feeSat),
    payment_hash: payment?.paymentHash ?? null,
    preimage: settled?.preimage ?? null,
  };
}

/** Describes the end of the command in lines for people. */
export function describeOutcome(outcome: Printed): readonly string[] {
  const { status, amount, fee, payment_hash } = presentOutcome(outcome);
  switch (status) {
    case 'settled':
      return [`paid ${amount} sat, fee ${fee} sat, hash ${payment_hash}`, ...thanks(outcome)];
    case 'failed':
      return [`nothing was paid, hash ${payment_hash}`];
    case 'pending':
      return outcome.payment === null
        ? ['the payment has not begun yet; it may still be made: look into the history']
        : [`the payment of ${amount} sat goes on, hash ${payment_hash}`];
  }
}

/** The payee's message after a payment, as text. */
function thanks({ payment }: Printed): readonly string[] {
  const action = payment?.sentTo?.successAction ?? null;
  if (action === null || payment?.preimage == null) return [];
  const { text, url, secret } = showSuccess(action, payment.preimage);
  const said = [text, url, secret].filter((part) => part !== null && part !== '');
  return said.length === 0 ? [] : [`the payee says: ${said.join(' ')}`];
}
