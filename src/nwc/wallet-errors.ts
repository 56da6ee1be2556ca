import type {
  CreateInvoiceRefusal,
  FindInvoiceRefusal,
  HistoryRefusal,
  PayRefusal,
} from '../ledger/wallet-refusals.ts';
import { APPROVAL_TEXTS, budgetText, paidBeforeText } from '../payments/refusal-texts.ts';
import { type NwcCode, type NwcError, nwcError } from './nwc-error.ts';

/**
 * Translates refusals of the wallet into errors of NIP-47. The tables name every kind of refusal,
 * so a new kind without a code and a text does not compile.
 */

/**
 * The error for a refused payment. Null while the payment may still succeed: then no answer is
 * sent, because apps take any error as final.
 */
export function payError(refusal: PayRefusal): NwcError | null {
  const code = PAY_CODES[refusal.kind];
  return code === null ? null : nwcError(code, payWords(refusal));
}

export function createInvoiceError(refusal: CreateInvoiceRefusal): NwcError {
  switch (refusal.kind) {
    case 'bad_input':
      return nwcError('OTHER', refusal.message);
    case 'currency_not_supported':
      return nwcError('OTHER', `the currency ${refusal.currency} is not supported`);
    case 'amount_too_large':
      return nwcError('OTHER', 'the amount is above what may be received at once');
    case 'too_many_open_invoices':
      return nwcError('RATE_LIMITED', 'too many open invoices: wait until some are paid or expire');
    case 'too_many_new_invoices':
      return nwcError(
        'RATE_LIMITED',
        'too many invoices within a day: try again in an hour or two',
      );
    case 'storage_used_up':
      return nwcError('RATE_LIMITED', STORAGE_WORDS);
    case 'balance_limit_exceeded':
      return nwcError('OTHER', 'with this invoice the wallet would hold more than it may');
    case 'idempotency_mismatch':
      return nwcError('INTERNAL', MISMATCH);
  }
}

export const findInvoiceError = ({ kind }: FindInvoiceRefusal): NwcError => FIND[kind];

const FIND: Readonly<Record<FindInvoiceRefusal['kind'], NwcError>> = {
  invoice_not_found: nwcError('NOT_FOUND', 'there is no such invoice or payment'),
};

export function historyError(refusal: HistoryRefusal): NwcError {
  switch (refusal.kind) {
    case 'too_many_lists':
      return nwcError('RATE_LIMITED', 'too many lists are being read: try again in a moment');
    case 'unknown_identifier':
      return nwcError('OTHER', `there is no record ${refusal.identifier}`);
  }
}

/**
 * The error codes of refused payments; null for those that are not final. PAYMENT_FAILED says that
 * nothing was paid, and nothing will be.
 */
const PAY_CODES: Readonly<Record<PayRefusal['kind'], NwcCode | null>> = {
  payment_pending: null,
  insufficient_balance: 'INSUFFICIENT_BALANCE',
  budget_exceeded: 'QUOTA_EXCEEDED',
  budget_expired: 'QUOTA_EXCEEDED',
  send_limit_exceeded: 'QUOTA_EXCEEDED',
  too_many_open_payments: 'RATE_LIMITED',
  storage_used_up: 'RATE_LIMITED',
  bad_input: 'PAYMENT_FAILED',
  bad_bolt11: 'PAYMENT_FAILED',
  amount_missing: 'PAYMENT_FAILED',
  amount_mismatch: 'PAYMENT_FAILED',
  amount_too_large: 'PAYMENT_FAILED',
  invoice_not_payable: 'PAYMENT_FAILED',
  not_our_invoice: 'PAYMENT_FAILED',
  account_record_missing: 'PAYMENT_FAILED',
  account_record_unknown: 'PAYMENT_FAILED',
  bad_custom_record: 'PAYMENT_FAILED',
  bad_destination: 'PAYMENT_FAILED',
  wrong_network: 'PAYMENT_FAILED',
  invoice_expired: 'PAYMENT_FAILED',
  invoice_settled: 'PAYMENT_FAILED',
  invoice_not_ready: 'PAYMENT_FAILED',
  hash_in_use: 'PAYMENT_FAILED',
  paid_by_other_grant: 'PAYMENT_FAILED',
  hash_paid_by_other_text: 'PAYMENT_FAILED',
  outside_payments_stopped: 'PAYMENT_FAILED',
  batch_item_cancelled: 'PAYMENT_FAILED',
  // The owner has refused this payment, so the app must not offer to try again.
  approval_refused: 'RESTRICTED',
  approval_needed: 'RESTRICTED',
  approval_expired: 'PAYMENT_FAILED',
  approval_withdrawn: 'PAYMENT_FAILED',
  approval_failed: 'PAYMENT_FAILED',
  approval_over: 'PAYMENT_FAILED',
  too_many_approvals: 'RATE_LIMITED',
  bad_address: 'PAYMENT_FAILED',
  amount_below_minimum: 'PAYMENT_FAILED',
  fee_above_max: 'PAYMENT_FAILED',
  fees_too_high: 'PAYMENT_FAILED',
  not_enough_on_chain: 'PAYMENT_FAILED',
  onchain_off: 'PAYMENT_FAILED',
  owner_gone: 'PAYMENT_FAILED',
  payment_failed: 'PAYMENT_FAILED',
  // An idempotency key never comes with another order, because both are derived from the event id.
  idempotency_mismatch: 'INTERNAL',
};

function payWords(refusal: PayRefusal): string {
  switch (refusal.kind) {
    case 'bad_input':
    case 'payment_failed':
      return refusal.message;
    case 'bad_bolt11':
    case 'invoice_not_payable':
      return refusal.detail;
    case 'bad_custom_record':
      return `${refusal.record} is not a custom record type`;
    case 'wrong_network':
      return `the invoice is for another network: ${refusal.network}`;
    case 'amount_below_minimum':
      return `the least that is sent to an address is ${refusal.minSat} sat`;
    case 'fee_above_max':
      return `the fee would be ${refusal.feeSat} sat, which is above the maximum`;
    case 'budget_exceeded':
    case 'budget_expired':
      return budgetText(refusal, 'this connection');
    case 'send_limit_exceeded':
      return (
        'the wallet may not send that much today: its limit renews at ' +
        refusal.resetsAt.toISOString()
      );
    case 'paid_by_other_grant':
      return `the ${paidBeforeText(refusal)}`;
    case 'hash_paid_by_other_text':
      return paidBeforeText(refusal);
    default:
      return PLAIN_WORDS[refusal.kind];
  }
}

type WithFields =
  | 'bad_input'
  | 'payment_failed'
  | 'bad_bolt11'
  | 'invoice_not_payable'
  | 'bad_custom_record'
  | 'wrong_network'
  | 'amount_below_minimum'
  | 'fee_above_max'
  | 'budget_exceeded'
  | 'budget_expired'
  | 'send_limit_exceeded'
  | 'paid_by_other_grant'
  | 'hash_paid_by_other_text';

const STORAGE_WORDS =
  'the apps of this wallet have stored as much as they may within a day: ' +
  'try again in an hour or two';
const MISMATCH = 'this request was taken for another one';

const PLAIN_WORDS: Readonly<Record<Exclude<PayRefusal['kind'], WithFields>, string>> = {
  payment_pending: 'the payment is on its way',
  insufficient_balance: 'the balance is too low for the amount and a reserve for fees',
  too_many_open_payments: 'too many open payments: wait until some of them have ended',
  storage_used_up: STORAGE_WORDS,
  amount_missing: 'the invoice has no amount: pass one',
  amount_mismatch: 'the amount differs from the amount of the invoice',
  amount_too_large: 'the amount is above what may be sent at once',
  not_our_invoice: 'the invoice names this service, but was not created by it',
  account_record_missing: 'a keysend to this service names its wallet in record 696969',
  account_record_unknown: 'record 696969 names no wallet of this service',
  bad_destination: 'the pubkey is not that of a node',
  invoice_expired: 'the invoice has expired',
  invoice_settled: 'the invoice was already paid',
  invoice_not_ready: 'the invoice is being created: try again in a moment',
  hash_in_use: 'the invoice cannot be paid from this service at the moment',
  outside_payments_stopped: 'payments to other nodes are stopped at the moment',
  batch_item_cancelled: 'the payment was not sent in time: nothing was paid',
  ...APPROVAL_TEXTS,
  bad_address: 'the address is not a bitcoin address',
  fees_too_high: 'fees on the chain are too high at the moment',
  not_enough_on_chain: 'not enough bitcoin can be sent on the chain at the moment',
  onchain_off: 'this service does not send to bitcoin addresses',
  owner_gone: 'the owner of the address has left this service',
  idempotency_mismatch: MISMATCH,
};
