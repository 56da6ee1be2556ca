import type { FastifyReply } from 'fastify';

/** An answer to a call of LndHub. It is JSON even where the web framework refuses a request. */
export type LndhubAnswer =
  | { readonly kind: 'json'; readonly body: object }
  | { readonly kind: 'error'; readonly error: LndhubError };

/**
 * An error of LndHub: `{"error":true,"code":…,"message":…}`. The original service sent errors with
 * status 200, but some apps look at the status only, so the status codes are those of lndhub.go.
 */
export interface LndhubError {
  readonly status: number;
  readonly code: LndhubCode;
  readonly message: string;
  readonly retryAfterSec?: number;
}

/**
 * The error codes of LndHub. After code 1 or status 401, apps log in and repeat the call. So no
 * other error may have this code or status: some apps would repeat the call without end.
 */
export type LndhubCode =
  /** The login, password or token is wrong. */
  | 1
  /** The balance or a limit does not allow the payment. */
  | 2
  /** The text is not a usable invoice. */
  | 4
  /** The service has failed, or is too busy at the moment. */
  | 6
  /** The call is malformed, or the app may not make it. */
  | 8
  /** The payment is still under way. */
  | 9
  /** The payment failed. */
  | 10
  /** Accounts cannot be created over LndHub. */
  | 11;

export const answerBody = (body: object): LndhubAnswer => ({ kind: 'json', body });
export const answerError = (error: LndhubError): LndhubAnswer => ({ kind: 'error', error });

export function sendLndhub(reply: FastifyReply, answer: LndhubAnswer): FastifyReply {
  reply.type('application/json; charset=utf-8');
  if (answer.kind === 'json') return reply.code(200).send(JSON.stringify(answer.body));
  const { status, code, message, retryAfterSec } = answer.error;
  if (retryAfterSec !== undefined) reply.header('retry-after', retryAfterSec);
  // `error` must be the first field of the answer, because BTCPay recognises an error by the
  // characters with which the text then begins.
  return reply.code(status).send(JSON.stringify({ error: true, code, message }));
}

export const sendLndhubError = (reply: FastifyReply, error: LndhubError): FastifyReply =>
  sendLndhub(reply, answerError(error));
