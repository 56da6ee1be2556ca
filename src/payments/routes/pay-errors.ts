import type { PayRefusal } from '../../ledger/wallet-refusals.ts';
import {
  badArguments,
  type ErrorTable,
  fillError,
  KEY_REUSED,
  notNow,
  STORAGE_USED_UP,
  type WireError,
} from '../../web/wire-errors.ts';
import { APPROVAL_TEXTS, budgetText, paidBeforeText } from '../refusal-texts.ts';

const paymentEnd = (message: string): WireError => ({ status: 500, code: 10, message });

const PAY: ErrorTable<PayRefusal> = {
  bad_input: badArguments('{message}'),
  bad_bolt11: badArguments('{detail}'),
  amount_missing: badArguments('the invoice has no amount: pass one'),
  amount_mismatch: badArguments('the amount differs from the amount of the invoice'),
  invoice_not_payable: badArguments('{detail}'),
  not_our_invoice: badArguments('the invoice was not created by this service'),
  account_record_missing: badArguments(
    'Internal keysend payments require the custom record 696969 to be present.',
  ),
  account_record_unknown: badArguments(
    'the custom record 696969 does not name a user of this service',
  ),
  bad_custom_record: badArguments('{record} is not a custom record type'),
  wrong_network: notNow('incorrect network'),
  bad_destination: notNow('invalid destination pubkey'),
  amount_too_large: notNow('max send amount exceeded'),
  invoice_expired: notNow('invoice expired'),
  invoice_settled: notNow('invoice already paid'),
  invoice_not_ready: notNow('the invoice is being created, try again in a moment'),
  insufficient_balance: notNow(
    'not enough balance. Make sure you have at least 1% reserved for potential fees',
  ),
  budget_exceeded: notNow('{text}'),
  budget_expired: notNow('{text}'),
  send_limit_exceeded: notNow(
    'over the daily limit: this wallet may not send that much today; the limit renews at {text}',
  ),
  too_many_open_payments: notNow('too many open payments: wait until some of them have ended'),
  storage_used_up: STORAGE_USED_UP,
  hash_in_use: notNow('the invoice cannot be paid from this service at the moment'),
  paid_by_other_grant: notNow('{text}'),
  hash_paid_by_other_text: notNow('{text}'),
  bad_address: badArguments('the address is not a bitcoin address'),
  amount_below_minimum: badArguments('the least that is sent to an address is {minSat} sat'),
  fee_above_max: notNow('the fee would be {feeSat} sat, which is above the maximum'),
  fees_too_high: notNow('fees on the chain are too high at the moment, try again later'),
  not_enough_on_chain: notNow('not enough bitcoin on the chain at the moment, try again later'),
  onchain_off: notNow('this service does not send to bitcoin addresses'),
  owner_gone: notNow('the owner of the address has left this service'),
  idempotency_mismatch: KEY_REUSED,
  outside_payments_stopped: {
    status: 500,
    code: 6,
    message: 'payments to other nodes are stopped at the moment',
  },
  approval_needed: notNow(APPROVAL_TEXTS.approval_needed),
  approval_refused: notNow(APPROVAL_TEXTS.approval_refused),
  approval_expired: notNow(APPROVAL_TEXTS.approval_expired),
  approval_withdrawn: notNow(APPROVAL_TEXTS.approval_withdrawn),
  approval_failed: notNow(APPROVAL_TEXTS.approval_failed),
  approval_over: notNow(APPROVAL_TEXTS.approval_over),
  too_many_approvals: notNow(APPROVAL_TEXTS.too_many_approvals),
  batch_item_cancelled: paymentEnd('the payment was not sent in time, nothing was paid'),
  payment_failed: paymentEnd('{message}'),
  payment_pending: paymentEnd('the payment is still pending: {text}'),
};

const UNDER_WAY = 'do not pay again, the outcome will appear in the history';
const ASKING =
  "it waits for the approval of the wallet's owner. To wait longer, repeat the call for the same " +
  'invoice or with the same Idempotency-Key';

export const payError = (refusal: PayRefusal) => fillError(PAY, withText(refusal));

/** Adds a text to those refusals that cannot be described by their fields alone. */
function withText(refusal: PayRefusal): PayRefusal & { readonly text?: string } {
  switch (refusal.kind) {
    case 'budget_exceeded':
    case 'budget_expired':
      return { ...refusal, text: budgetText(refusal, 'this app or token') };
    case 'send_limit_exceeded':
      return { ...refusal, text: refusal.resetsAt.toISOString() };
    case 'payment_pending':
      return { ...refusal, text: refusal.isAsking ? ASKING : UNDER_WAY };
    case 'paid_by_other_grant':
    case 'hash_paid_by_other_text':
      return { ...refusal, text: paidBeforeText(refusal) };
    default:
      return refusal;
  }
}
