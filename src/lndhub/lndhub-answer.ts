import type { FastifyReply } from 'fastify';

/** An answer on LndHub's paths: JSON, also where the framework refuses a request. */
export type LndhubAnswer =
  | { readonly kind: 'json'; readonly body: object }
  | { readonly kind: 'error'; readonly error: LndhubError };

/**
 * An error of LndHub: `{"error":true,"code":…,"message":…}`. The original service sent errors with
 * status 200. Some apps look at the status only, so ours are those of lndhub.go.
 */
export interface LndhubError {
  readonly status: number;
  readonly code: LndhubCode;
  readonly message: string;
  readonly retryAfterSec?: number;
}

/**
 * Codes of LndHub. On 1, and on status 401, apps log in and call again: nothing else may have them,
 * or some apps would never stop.
 */
export type LndhubCode =
  /** The login, password or token is wrong. */
  | 1
  /** The balance or a limit does not allow it. */
  | 2
  /** The text is no usable invoice. */
  | 4
  /** The service is at fault, or has too much to do at the moment. */
  | 6
  /** The call is wrong, or not allowed to this app. */
  | 8
  /** The payment has not ended. */
  | 9
  /** The payment failed. */
  | 10
  /** No accounts are made here. */
  | 11;

export const answerBody = (body: object): LndhubAnswer => ({ kind: 'json', body });
export const answerError = (error: LndhubError): LndhubAnswer => ({ kind: 'error', error });

export function sendLndhub(reply: FastifyReply, answer: LndhubAnswer): FastifyReply {
  reply.type('application/json; charset=utf-8');
  if (answer.kind === 'json') return reply.code(200).send(JSON.stringify(answer.body));
  const { status, code, message, retryAfterSec } = answer.error;
  if (retryAfterSec !== undefined) reply.header('retry-after', retryAfterSec);
  // BTCPay looks for these first letters.
  return reply.code(status).send(JSON.stringify({ error: true, code, message }));
}

export const sendLndhubError = (reply: FastifyReply, error: LndhubError): FastifyReply =>
  sendLndhub(reply, answerError(error));
