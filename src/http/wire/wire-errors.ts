import type { BudgetRefusal } from '../../access/budget.ts';
import type { BudgetInterval } from '../../access/budget-window.ts';
import type { AccessRefusal } from '../../access/caller.ts';
import type { JoinRefusal } from '../../wallet/join-payment.ts';
import type {
  CreateInvoiceRefusal,
  DecodeRefusal,
  FindInvoiceRefusal,
  HistoryRefusal,
  PayRefusal,
} from '../../wallet/wallet-refusals.ts';

/**
 * Refusals on the wire. Every kind has its row; a new kind without one does not compile. Words that
 * clients of the Wallet API know are kept. `{name}` stands for that field of the refusal.
 */
export interface WireError {
  readonly status: number;
  readonly code: ErrorCode;
  readonly message: string;
}

/** Codes of the Wallet API: see ERROR_CODES. */
export type ErrorCode = keyof typeof ERROR_CODES;

export const ERROR_CODES = {
  1: 'Too many requests',
  2: 'The wallet or the invoice does not allow it: not enough balance, over budget, …',
  6: 'Something went wrong on our side',
  8: 'Bad arguments',
  10: 'The payment failed, or its end is not known yet: the message tells which',
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
export const LOOP: WireError = { status: 508, code: 8, message: 'No place for webhooks' };
export const TOO_MANY_REQUESTS: WireError = { status: 429, code: 1, message: 'Too many requests' };
export const TOO_MANY_LISTS: WireError = {
  ...TOO_MANY_REQUESTS,
  message: 'too many long lists at once: read those that were asked for before',
};
export const TOO_MANY_PAYMENT_CALLS: WireError = {
  ...TOO_MANY_REQUESTS,
  message: 'too many calls wait for payments: nothing was paid by this one',
};
export const INTERNAL_ERROR: WireError = {
  status: 500,
  code: 6,
  message: 'Something went wrong. Please try again later',
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
    'too many invoices are open: wait until some of them are paid or expired',
  ),
  idempotency_mismatch: KEY_REUSED,
};

const HISTORY: Table<HistoryRefusal> = {
  unknown_identifier: badArguments('there is no invoice with the identifier {identifier}'),
  too_many_lists: TOO_MANY_LISTS,
};

const FIND_INVOICE: Table<FindInvoiceRefusal> = {
  invoice_not_found: { status: 404, code: 8, message: 'invoice not found' },
};

const DECODE: Table<DecodeRefusal> = { bad_bolt11: badArguments('{detail}') };

const PAY: Table<PayRefusal> = {
  bad_input: badArguments('{message}'),
  bad_bolt11: badArguments('{detail}'),
  amount_missing: badArguments('the invoice has no amount: give one'),
  amount_mismatch: badArguments('the amount is not that of the invoice'),
  invoice_not_payable: badArguments('{detail}'),
  not_our_invoice: badArguments('the invoice is not one that this service created'),
  account_record_missing: badArguments(
    'Internal keysend payments require the custom record 696969 to be present.',
  ),
  account_record_unknown: badArguments('the custom record 696969 names no user of this service'),
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
    'over budget: this access may spend {limitSat} sat {per}, {leftSat} sat of that are left, ' +
      'and the payment needs up to {neededSat} sat with fees; the budget {renewal}',
  ),
  budget_expired: notNow('the budget of this access expired at {expiry}'),
  too_many_open_payments: notNow('too many payments are open: wait until some of them have ended'),
  hash_in_use: notNow('the invoice cannot be paid from this service at present'),
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
    'the payment is still pending: its end will show in the history, do not pay again',
  ),
};

export const createInvoiceError = (refusal: CreateInvoiceRefusal) => fill(CREATE_INVOICE, refusal);
export const historyError = (refusal: HistoryRefusal) => fill(HISTORY, refusal);
export const findInvoiceError = (refusal: FindInvoiceRefusal) => fill(FIND_INVOICE, refusal);
export const decodeError = (refusal: DecodeRefusal) => fill(DECODE, refusal);
export const payError = (refusal: PayRefusal) => fill(PAY, withWords(refusal));

/** What some refusals say beside their fields. */
function withWords(refusal: PayRefusal): PayRefusal {
  switch (refusal.kind) {
    case 'budget_exceeded':
      return { ...refusal, ...budgetWords(refusal) };
    case 'budget_expired':
      return { ...refusal, ...{ expiry: refusal.expiresAt.toISOString() } };
    case 'paid_by_other_grant':
      return { ...refusal, ...{ deed: `invoice ${deedOf(refusal)}` } };
    case 'hash_paid_by_other_text':
      return { ...refusal, ...{ deed: deedOf(refusal) } };
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
  ever: 'in all',
};

function fill<R extends { readonly kind: string }>(table: Table<R>, refusal: R): WireError {
  const kind: R['kind'] = refusal.kind;
  return { ...table[kind], message: fillIn(table[kind].message, refusal) };
}

const fillIn = (template: string, refusal: object): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => String(Reflect.get(refusal, name)));

/** The body of everything but the errors of access. */
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

/** Errors of access have a dialect of their own; clients compare the two texts of status 401. */
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
