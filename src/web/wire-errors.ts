import type { BudgetRefusal } from '../access/budget.ts';
import type { BudgetInterval } from '../access/budget-window.ts';
import type { AccessRefusal } from '../access/caller.ts';
import type { AwayPart } from '../base/fault.ts';
import type { JoinRefusal } from '../ledger/join-payment.ts';
import type {
  CreateInvoiceRefusal,
  DecodeRefusal,
  FindInvoiceRefusal,
  HistoryRefusal,
  PayRefusal,
} from '../ledger/wallet-refusals.ts';

/**
 * Refusals on the wire. Every kind has its row; a new kind without one does not compile. Messages
 * that clients of the Wallet API know are kept. `{name}` stands for that field of the refusal.
 */
export interface WireError {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Codes of the Wallet API: see ERROR_CODES. */
export type ErrorCode = keyof typeof ERROR_CODES;

export const ERROR_CODES = {
  1: 'Too many requests.',
  2: 'The wallet or the invoice does not allow it: the balance is too low, for example.',
  6: 'The service failed to process the request, or payments to other nodes are stopped.',
  8: 'The request is invalid.',
  10: 'The payment failed, or its outcome is not known yet; the message says which.',
} as const;

type Table<R extends { readonly kind: string }> = Readonly<Record<R['kind'], WireError>>;

const badArguments = (message: string): WireError => ({ status: 400, code: 8, message });
const notNow = (message: string): WireError => ({ status: 400, code: 2, message });
const paymentEnd = (message: string): WireError => ({ status: 500, code: 10, message });

export const BAD_ARGUMENTS: WireError = badArguments('Bad arguments');
export const NOT_FOUND: WireError = { status: 404, code: 8, message: 'Not found' };
export const METHOD_NOT_ALLOWED: WireError = {
  status: 405,
  code: 8,
  message: 'Method not allowed',
};
export const LOOP: WireError = {
  status: 508,
  code: 8,
  message: 'Webhooks cannot be delivered to this service',
};
export const TOO_MANY_REQUESTS: WireError = { status: 429, code: 1, message: 'Too many requests' };
export const TOO_MANY_LISTS: WireError = {
  ...TOO_MANY_REQUESTS,
  message: 'too many long lists are being read: finish those first',
};
export const TOO_MANY_PAYMENT_CALLS: WireError = {
  ...TOO_MANY_REQUESTS,
  message: 'too many calls are waiting for payments: this one paid nothing',
};
export const INTERNAL_ERROR: WireError = {
  status: 500,
  code: 6,
  message: 'Something went wrong. Please try again later',
};
/** Nothing was done yet. */
export const TOO_BUSY: WireError = {
  status: 503,
  code: 6,
  message: 'The service is too busy at the moment. Please try again in a few seconds',
};
const away = (what: string): WireError => ({
  status: 503,
  code: 6,
  message:
    `The service cannot reach its ${what} at the moment. Please try again in a few seconds; ` +
    'repeat a call that pays or creates with the same Idempotency-Key',
});

/** What was asked for may have happened, or not. */
export const AWAY: Readonly<Record<AwayPart, WireError>> = {
  database: away('records'),
  node: away('Lightning node'),
};
const KEY_REUSED: WireError = {
  status: 422,
  code: 8,
  message: 'this Idempotency-Key was used for another request',
};

const CREATE_INVOICE: Table<CreateInvoiceRefusal> = {
  bad_input: badArguments('{message}'),
  currency_not_supported: badArguments('the currency {currency} is not supported'),
  amount_too_large: notNow('max receive amount exceeded'),
  too_many_open_invoices: notNow(
    'too many open invoices: wait until some of them are paid or expire',
  ),
  too_many_new_invoices: notNow(
    'too many invoices were created within a day: try again in an hour or two',
  ),
  balance_limit_exceeded: notNow(
    'balance limit exceeded: with this invoice the wallet would hold more than it may',
  ),
  idempotency_mismatch: KEY_REUSED,
};

export type HistoryQueryRefusal =
  | HistoryRefusal
  /** `name` is that of the parameter. */
  | { readonly kind: 'unreadable_time'; readonly name: string };

const HISTORY: Table<HistoryQueryRefusal> = {
  unknown_identifier: badArguments('there is no invoice with the identifier {identifier}'),
  unreadable_time: badArguments(
    '{name} takes a time in seconds since 1970 (Unix time), not in milliseconds and not as a date',
  ),
  too_many_lists: TOO_MANY_LISTS,
};

const FIND_INVOICE: Table<FindInvoiceRefusal> = {
  invoice_not_found: { status: 404, code: 8, message: 'invoice not found' },
};

const DECODE: Table<DecodeRefusal> = { bad_bolt11: badArguments('{detail}') };

const PAY: Table<PayRefusal> = {
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
  budget_exceeded: notNow(
    'over budget: this app or token may spend {limitSat} sat {per}, {leftSat} sat are left, ' +
      'and the payment needs up to {neededSat} sat with fees; the budget {renewal}',
  ),
  budget_expired: notNow('the budget of this app or token expired at {expiry}'),
  send_limit_exceeded: notNow(
    'over the daily limit: this wallet may not send that much today; the limit renews at {renewal}',
  ),
  too_many_open_payments: notNow('too many open payments: wait until some of them have ended'),
  hash_in_use: notNow('the invoice cannot be paid from this service at the moment'),
  paid_by_other_grant: notNow('{deed} by another of your apps or tokens'),
  hash_paid_by_other_text: notNow('another invoice with the same payment hash {deed}'),
  idempotency_mismatch: KEY_REUSED,
  outside_payments_stopped: {
    status: 500,
    code: 6,
    message: 'payments to other nodes are stopped at the moment',
  },
  batch_item_cancelled: paymentEnd('the payment was not sent in time, nothing was paid'),
  payment_failed: paymentEnd('{message}'),
  payment_pending: paymentEnd(
    'the payment is still pending: do not pay again, the outcome will appear in the history',
  ),
};

export const createInvoiceError = (refusal: CreateInvoiceRefusal) => fill(CREATE_INVOICE, refusal);
export const historyError = (refusal: HistoryQueryRefusal) => fill(HISTORY, refusal);
export const findInvoiceError = (refusal: FindInvoiceRefusal) => fill(FIND_INVOICE, refusal);
export const decodeError = (refusal: DecodeRefusal) => fill(DECODE, refusal);
export const payError = (refusal: PayRefusal) => fill(PAY, withWords(refusal));

interface Words {
  readonly expiry?: string;
  readonly deed?: string;
  readonly renewal?: string;
}

/** Texts that some refusals need besides their fields. */
function withWords(refusal: PayRefusal): PayRefusal & Words {
  switch (refusal.kind) {
    case 'budget_exceeded':
      return { ...refusal, ...budgetWords(refusal) };
    case 'budget_expired':
      return { ...refusal, expiry: refusal.expiresAt.toISOString() };
    case 'send_limit_exceeded':
      return { ...refusal, renewal: refusal.resetsAt.toISOString() };
    case 'paid_by_other_grant':
      return { ...refusal, deed: `invoice ${deedOf(refusal)}` };
    case 'hash_paid_by_other_text':
      return { ...refusal, deed: deedOf(refusal) };
    default:
      return refusal;
  }
}

const deedOf = ({ isSettled }: JoinRefusal): string =>
  isSettled ? 'was already paid' : 'is being paid';

const budgetWords = ({
  interval,
  resetsAt,
}: Extract<BudgetRefusal, { kind: 'budget_exceeded' }>) => ({
  per: PER_INTERVAL[interval],
  renewal: resetsAt === null ? 'does not renew' : `renews at ${resetsAt.toISOString()}`,
});

const PER_INTERVAL: Readonly<Record<BudgetInterval, string>> = {
  day: 'per day',
  week: 'per week',
  month: 'per month',
  year: 'per year',
  ever: 'in total',
};

function fill<R extends { readonly kind: string }>(table: Table<R>, refusal: R): WireError {
  const kind: R['kind'] = refusal.kind;
  return { ...table[kind], message: fillIn(table[kind].message, refusal) };
}

const fillIn = (template: string, refusal: object): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(Reflect.get(refusal, name)));

/** The body of all errors except those of access. */
export interface ErrorBody {
  readonly code: number;
  readonly error: true;
  readonly message: string;
}

export const errorBody = ({ code, message }: WireError): ErrorBody => ({
  code,
  error: true,
  message,
});

/** Errors of access have their own form; clients compare the two texts of status 401. */
export interface AccessError {
  readonly status: 401 | 403;
  readonly error: string;
  /** Value of `WWW-Authenticate` (RFC 6750, section 3). */
  readonly challenge: string;
}

const ACCESS: Readonly<Record<AccessRefusal['kind'], AccessError>> = {
  invalid_token: {
    status: 401,
    error: 'invalid access token',
    challenge: 'Bearer error="invalid_token"',
  },
  expired_token: {
    status: 401,
    error: 'expired access token',
    challenge: 'Bearer error="invalid_token", error_description="expired access token"',
  },
  insufficient_scope: {
    status: 403,
    error: 'Token does not have the right scope for operation: endpoint scope {needed}',
    challenge: 'Bearer error="insufficient_scope", scope="{needed}"',
  },
};

export function accessError(refusal: AccessRefusal): AccessError {
  const { status, error, challenge } = ACCESS[refusal.kind];
  return { status, error: fillIn(error, refusal), challenge: fillIn(challenge, refusal) };
}
