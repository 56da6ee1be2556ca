/** Errors with the messages of the original LndHub, because some wallets compare these texts. */

import type { Scope } from '../authorization/scope.ts';
import { AWAY_RETRY_SEC, type AwayPart, LOCKDOWN_RETRY_SEC } from '../base/fault.ts';
import { createInvoiceError } from '../invoices/routes/invoice-errors.ts';
import type { CreateInvoiceRefusal, PayRefusal } from '../ledger/wallet-refusals.ts';
import { payError } from '../payments/routes/pay-errors.ts';
import type { WireError } from '../web/wire-errors.ts';
import type { LndhubCode, LndhubError } from './lndhub-answer.ts';

/** The error for a wrong log-in. Zeus recognises it by this message. */
export const BAD_AUTH: LndhubError = { status: 401, code: 1, message: 'bad auth' };
/** The error for wrong arguments. Zeus translates exactly this message for its user. */
export const BAD_ARGUMENTS: LndhubError = badArguments('Bad arguments');
export const NOT_AN_INVOICE: LndhubError = {
  status: 400,
  code: 4,
  message: 'not a valid invoice',
};
export const NOT_FOUND: LndhubError = { status: 404, code: 8, message: 'Not found' };
export const METHOD_NOT_ALLOWED: LndhubError = {
  status: 405,
  code: 8,
  message: 'Method not allowed',
};
export const CLOSED_HUB: LndhubError = {
  status: 403,
  code: 11,
  message:
    'Apps cannot create accounts here: sign in to the pages of this service, choose ' +
    '"Connect an app", and scan what they show',
};
export const FAULT: LndhubError = {
  status: 500,
  code: 6,
  message: 'Something went wrong. Please try again later',
};
const away = (what: string): LndhubError => ({
  status: 503,
  code: 6,
  message: `The service cannot reach its ${what} at the moment. Please try again in a few seconds`,
  retryAfterSec: AWAY_RETRY_SEC,
});
export const AWAY: Readonly<Record<AwayPart, LndhubError>> = {
  database: away('records'),
  node: away('Lightning node'),
};
/** The error for a call that was refused before anything was done, because the service is busy. */
export const TOO_BUSY: LndhubError = {
  ...AWAY.database,
  message: 'The service is too busy at the moment. Please try again in a few seconds',
};
/**
 * The error while apps wait until operators lift a lockdown. Status and code are not those of a
 * wrong log-in, so apps keep their login.
 */
export const LOCKED_DOWN: LndhubError = {
  status: 503,
  code: 6,
  message:
    'The operators of this service have paused all apps for a while. Nothing was done. This app ' +
    'works again once they lift the pause',
  retryAfterSec: LOCKDOWN_RETRY_SEC,
};
const IN_TRANSIT: LndhubError = {
  status: 400,
  code: 9,
  message: 'Your previous payment is in transit. Try again in 5 minutes',
};
const ASKING: LndhubError = {
  ...IN_TRANSIT,
  message:
    'This payment waits until you approve it on the pages of your wallet. Approve it there, then ' +
    'pay the same invoice again here to see how it has ended',
};
const KEYSEND_PENDING: LndhubError = {
  ...IN_TRANSIT,
  message: 'The payment is in transit. Do not send it again: its end will be in the history',
};
const KEYSEND_ASKING: LndhubError = {
  ...IN_TRANSIT,
  message:
    'This payment waits until you approve it on the pages of your wallet. Do not send it again: ' +
    'once it is paid, it will be in the history',
};

export function badArguments(message: string): LndhubError {
  return { status: 400, code: 8, message };
}

/**
 * The error for too many calls. Its code is not 1, because apps would then log in and call again
 * without end.
 */
export const tooMany = (retryAfterSec: number): LndhubError => ({
  status: 429,
  code: 6,
  message: `Too many requests. Please try again in ${retryAfterSec} seconds`,
  retryAfterSec,
});

/**
 * The error for a missing permission. The message is in plain words, because apps show it to
 * people.
 */
export const missingScope = (needed: Scope): LndhubError => ({
  status: 403,
  code: 8,
  message: `This app may not do that: it was connected without the permission ${needed}`,
});

export function addInvoiceError(refusal: CreateInvoiceRefusal): LndhubError {
  return toLndhub(createInvoiceError(refusal));
}

export function payInvoiceError(refusal: PayRefusal): LndhubError {
  const { message } = payError(refusal);
  switch (refusal.kind) {
    case 'bad_bolt11':
    case 'invoice_not_payable':
    case 'not_our_invoice':
      return { ...NOT_AN_INVOICE, message: `${NOT_AN_INVOICE.message}: ${message}` };
    case 'payment_pending':
      return refusal.isAsking ? ASKING : IN_TRANSIT;
    case 'payment_failed':
    case 'batch_item_cancelled':
    case 'approval_refused':
    case 'approval_expired':
    case 'approval_withdrawn':
    case 'approval_failed':
      return { status: 400, code: 10, message: `Payment failed: ${message}` };
    case 'paid_by_other_grant':
    case 'hash_paid_by_other_text':
      return refusal.isSettled ? { status: 400, code: 10, message } : IN_TRANSIT;
    default:
      return toLndhub(payError(refusal));
  }
}

/** Errors of a keysend, which apps must not send again: it would be a second payment. */
export function keysendError(refusal: PayRefusal): LndhubError {
  if (refusal.kind !== 'payment_pending') return payInvoiceError(refusal);
  return refusal.isAsking ? KEYSEND_ASKING : KEYSEND_PENDING;
}

const toLndhub = ({ status, code, message }: WireError): LndhubError => ({
  status,
  code: code === 1 ? FAULT.code : (code satisfies LndhubCode),
  message,
});
