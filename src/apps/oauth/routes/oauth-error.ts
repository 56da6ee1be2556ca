import type { FastifyReply } from 'fastify';
import { AWAY_RETRY_SEC, LOCKDOWN_RETRY_SEC } from '../../../base/fault.ts';

/** An error in the form of RFC 6749, 5.2. */
export interface OauthError {
  readonly status: number;
  readonly error: string;
  readonly description: string;
  readonly retryAfterSec?: number;
}

export const invalidRequest = (description: string, status = 400): OauthError => ({
  status,
  description,
  error: 'invalid_request',
});

/** The error for a request whose path is known, but not with this method. */
export const OAUTH_METHOD_NOT_ALLOWED = invalidRequest('this endpoint accepts POST only', 405);

export const INVALID_CLIENT: OauthError = {
  status: 401,
  error: 'invalid_client',
  description: 'client authentication failed',
};

export const TOO_MANY_CALLS: OauthError = {
  status: 429,
  error: 'temporarily_unavailable',
  description: 'too many requests',
};

export const SERVER_ERROR: OauthError = {
  status: 500,
  error: 'server_error',
  description: 'something went wrong on our side, please try again later',
};

export const AWAY: OauthError = {
  status: 503,
  error: 'temporarily_unavailable',
  description: 'the service cannot reach its records at the moment, please try again in seconds',
  retryAfterSec: AWAY_RETRY_SEC,
};

/**
 * The error while apps wait until operators lift a lockdown. Not `invalid_grant`, as apps would
 * throw their refresh token away, which is neither used up nor ended.
 */
export const LOCKED_DOWN: OauthError = {
  status: 503,
  error: 'temporarily_unavailable',
  description: 'the operators of this service have paused all apps: try again later with the same',
  retryAfterSec: LOCKDOWN_RETRY_SEC,
};

export function sendOauthError(reply: FastifyReply, error: OauthError): FastifyReply {
  const { status, description, retryAfterSec } = error;
  // An app whose credentials were refused is told how it can authenticate, whatever way it tried
  // (RFC 9110, 15.5.2).
  if (status === 401) reply.header('www-authenticate', 'Basic realm="OAuth", charset="UTF-8"');
  if (retryAfterSec !== undefined) reply.header('retry-after', retryAfterSec);
  return sendOauthJson(reply, status, { error: error.error, error_description: description });
}

export const sendOauthJson = (
  reply: FastifyReply,
  status: number,
  body: Readonly<Record<string, unknown>>,
): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
