import type { FastifyReply } from 'fastify';
import { AWAY_RETRY_SEC, type AwayPart } from '../../base/fault.ts';
import { MAX_ZAP_REQUEST_BYTES } from '../../base/limits.ts';
import type { ZapProblem } from '../../nostr/zap-request.ts';
import type { AddressInvoiceRefusal } from '../create-address-invoice.ts';
import type { VerifyRefusal } from '../verify-address-invoice.ts';

/**
 * An answer on the paths of LNURL. It is JSON even if the web framework refuses the request before
 * our code runs (LUD-01).
 */
export type LnurlAnswer =
  | { readonly kind: 'json'; readonly body: object }
  | { readonly kind: 'error'; readonly error: LnurlError };

/**
 * An error of LNURL: `{"status":"ERROR","reason":…}`. LUD-01 gives HTTP statuses no meaning, but
 * clients do: most show a reason with status 200 only, and some take a 404 for "no such address".
 */
export interface LnurlError {
  readonly status: number;
  readonly reason: string;
  readonly retryAfterSec?: number;
}

export const answerBody = (body: object): LnurlAnswer => ({ kind: 'json', body });
export const answerError = (error: LnurlError): LnurlAnswer => ({ kind: 'error', error });

export function sendLnurl(reply: FastifyReply, answer: LnurlAnswer): FastifyReply {
  reply.type('application/json; charset=utf-8');
  if (answer.kind === 'json') return reply.code(200).send(JSON.stringify(answer.body));
  const { status, reason, retryAfterSec } = answer.error;
  if (retryAfterSec !== undefined) reply.header('retry-after', retryAfterSec);
  return reply.code(status).send(JSON.stringify({ status: 'ERROR', reason }));
}

export const sendLnurlError = (reply: FastifyReply, error: LnurlError): FastifyReply =>
  sendLnurl(reply, answerError(error));

/**
 * The answer for a name that no one has. The answer for a disabled user is the same, so that
 * strangers see no difference.
 */
export const NO_SUCH_ADDRESS: LnurlError = {
  status: 404,
  reason: 'No one can be paid at this address',
};
export const FOREIGN_ADDRESS: LnurlError = {
  status: 400,
  reason: 'Only addresses of this service can be asked for here',
};
export const NOT_FOUND: LnurlError = { status: 404, reason: 'Not found' };
export const METHOD_NOT_ALLOWED: LnurlError = { status: 405, reason: 'Method not allowed' };
export const UNREADABLE: LnurlError = { status: 400, reason: 'The request cannot be read' };
export const FAULT: LnurlError = {
  status: 500,
  reason: 'Something went wrong. Please try again later',
};
const away = (what: string): LnurlError => ({
  status: 503,
  reason: `This service cannot reach its ${what} at the moment. Please try again in a few seconds`,
  retryAfterSec: AWAY_RETRY_SEC,
});
export const AWAY: Readonly<Record<AwayPart, LnurlError>> = {
  database: away('records'),
  node: away('Lightning node'),
};

const ZAP_PROBLEMS: Readonly<Record<ZapProblem, string>> = {
  too_long: `it has more than ${MAX_ZAP_REQUEST_BYTES} bytes`,
  unreadable: 'it must be one event of Nostr, as JSON',
  wrong_id: 'its id is not its hash',
  bad_signature: 'its signature is wrong',
  wrong_kind: 'its kind must be 9734',
  wrong_payee: 'it must have one tag p, the Nostr key of this address',
  wrong_amount: 'its tag amount must be the amount of this call',
  bad_event_reference: 'it may have one tag e, with the id of an event',
  bad_coordinate: 'its tag a must be kind:pubkey:identifier',
  wrong_receipt_key: 'it may have one tag P, the nostrPubkey of this address',
};

const refusedHere = (reason: string): LnurlError => ({ status: 200, reason });

/**
 * The answer to a refused request for an invoice. Its status is 200, because wallets show no reason
 * with other statuses.
 */
export function callbackError(refusal: AddressInvoiceRefusal | VerifyRefusal): LnurlError {
  switch (refusal.kind) {
    case 'payee_not_found':
      return NO_SUCH_ADDRESS;
    case 'payee_full':
      return refusedHere('This wallet cannot take more money at the moment');
    case 'bad_amount':
      return refusedHere('The amount must be a whole number of millisatoshi, given once');
    case 'amount_out_of_range':
      return refusedHere(
        'The amount in millisatoshi must be from ' +
          `${refusal.minSat * 1000n} to ${refusal.maxSat * 1000n}`,
      );
    case 'comment_too_long':
      return refusedHere('The comment is too long');
    case 'bad_payer_data':
      return refusedHere('payerdata must be a JSON object of up to 4096 bytes');
    case 'zaps_not_taken':
      return refusedHere('Zaps are not accepted at this address');
    case 'bad_zap_request':
      return refusedHere(`The zap request cannot be used: ${ZAP_PROBLEMS[refusal.problem]}`);
    case 'too_many_open_invoices':
      return refusedHere('Too many unpaid invoices: wait until some of them expire');
    case 'too_busy':
      return refusedHere('Too busy: many payers ask at the moment. Try again in a minute');
    case 'invoice_not_found':
      return refusedHere('Not found');
  }
}
