import { debitSat, satToNumber } from '../../base/amount.ts';
import { type Payment, toSettledPayment } from '../../ledger/payment.ts';
import { showSuccess } from '../../lnurl/success-action.ts';
import { SENT_STATES } from '../../onchain/sent-state.ts';
import { feeOf, type Withdrawal } from '../../onchain/withdrawal.ts';

/** The outcome that the command `pay` prints. */
export type PayOutcome =
  /** No payment was made. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'settled'; readonly payment: Payment }
  /** A withdrawal (bitcoin that is sent to an address) that has not failed. */
  | { readonly kind: 'sent'; readonly withdrawal: Withdrawal }
  | { readonly kind: 'failed'; readonly payment: Payment | Withdrawal; readonly reason: string }
  /** The payment has not ended yet; `payment` is null while none was reserved. */
  | { readonly kind: 'pending'; readonly payment: Payment | null };

type Printed = Exclude<PayOutcome, { kind: 'refused' }>;

/** What the command answers as JSON. */
export function presentOutcome(outcome: Printed): object {
  if (outcome.kind === 'sent') return presentWithdrawal(outcome.withdrawal);
  const { kind: status, payment } = outcome;
  return isWithdrawal(payment) ? presentWithdrawal(payment) : presentPayment(status, payment);
}

/** Describes the end of the command in lines for people. */
export function describeOutcome(outcome: Printed): readonly string[] {
  switch (outcome.kind) {
    case 'sent':
      return describeSent(outcome.withdrawal);
    case 'settled': {
      const { amount, fee, payment_hash } = presentPayment('settled', outcome.payment);
      return [`paid ${amount} sat, fee ${fee} sat, hash ${payment_hash}`, ...thanks(outcome)];
    }
    case 'failed':
      return isWithdrawal(outcome.payment)
        ? [`nothing was paid, id ${outcome.payment.identifier}`]
        : [`nothing was paid, hash ${outcome.payment.paymentHash}`];
    case 'pending': {
      const { amount, payment_hash } = presentPayment('pending', outcome.payment);
      return outcome.payment === null
        ? ['the payment has not begun yet; it may still be made: look into the history']
        : [`the payment of ${amount} sat goes on, hash ${payment_hash}`];
    }
  }
}

const isWithdrawal = (payment: Payment | Withdrawal | null): payment is Withdrawal =>
  payment !== null && 'isInternal' in payment;

function presentPayment(status: string, payment: Payment | null) {
  const settled = payment?.state === 'settled' ? toSettledPayment(payment) : null;
  return {
    status,
    amount: payment === null ? null : satToNumber(debitSat(payment.amountMsat)),
    fee: settled === null ? null : satToNumber(settled.feeSat),
    payment_hash: payment?.paymentHash ?? null,
    preimage: settled?.preimage ?? null,
  };
}

function presentWithdrawal(withdrawal: Withdrawal) {
  const { amountSat, state, transaction } = withdrawal;
  const feeSat = feeOf(withdrawal);
  return {
    status: state === 'settled' || state === 'failed' ? state : 'pending',
    state: SENT_STATES[state],
    id: withdrawal.identifier,
    txid: transaction?.txid ?? null,
    amount: satToNumber(amountSat),
    fee: feeSat === null ? null : satToNumber(feeSat),
  };
}

function describeSent(withdrawal: Withdrawal): readonly string[] {
  const { amount, fee, id, txid } = presentWithdrawal(withdrawal);
  const { heldSat, amountSat, isInternal } = withdrawal;
  switch (SENT_STATES[withdrawal.state]) {
    case 'confirmed':
      return isInternal
        ? [`paid ${amount} sat to a wallet here, fee 0 sat, id ${id}`]
        : [`paid ${amount} sat, fee ${fee} sat, transaction ${txid}, id ${id}`];
    case 'broadcast':
      return [
        `sent ${amount} sat, fee ${fee} sat, transaction ${txid}, id ${id}`,
        'the node has taken it; it is paid once a block has it',
      ];
    default:
      return [
        `${amount} sat and a fee of at most ${heldSat - amountSat} sat are set aside, id ${id}`,
      ];
  }
}

/** The payee's message after a payment, as text. */
function thanks({ payment }: { readonly payment: Payment }): readonly string[] {
  const action = payment.sentTo?.successAction ?? null;
  if (action === null || payment.preimage == null) return [];
  const { text, url, secret } = showSuccess(action, payment.preimage);
  const said = [text, url, secret].filter((part) => part !== null && part !== '');
  return said.length === 0 ? [] : [`the payee says: ${said.join(' ')}`];
}
