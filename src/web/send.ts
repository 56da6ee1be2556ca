/** Puts the answers of routes, and errors, on the wire. */

import type { FastifyReply } from 'fastify';
import { AWAY_RETRY_SEC, LOCKDOWN_RETRY_SEC } from '../base/fault.ts';
import { choosePacked } from './packed-document.ts';
import type { Answer } from './route.ts';
import { sendParts } from './send-parts.ts';
import { type AccessError, errorBody, LOCKED_DOWN, type WireError } from './wire-errors.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON text as it is, without a serializer that could reshape it. */
const sendJson = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type(JSON_TYPE).send(text);

export function sendAnswer(reply: FastifyReply, answer: Answer<unknown>): FastifyReply {
  switch (answer.kind) {
    case 'json':
      return sendJson(reply, 200, JSON.stringify(answer.body));
    case 'json_text':
      return sendJson(reply, 200, answer.text);
    case 'json_parts':
      answer.watch(reply.raw);
      return sendParts(reply.code(200).type(JSON_TYPE), answer.parts);
    case 'file':
      return reply
        .code(200)
        .headers({ ...answer.headers })
        .type(answer.contentType)
        .send(answer.content);
    case 'document':
      return sendDocument(reply, answer);
    case 'refused':
      if (answer.retryAfterSec !== undefined) reply.header('retry-after', answer.retryAfterSec);
      return sendError(reply, answer.error);
    case 'complained':
      return sendComplaints(reply, answer.complaints);
    case 'denied':
      return sendAccessError(reply, answer.error);
    case 'all_failed':
      return sendJson(reply, 500, JSON.stringify(answer.body));
  }
}

function sendDocument(
  reply: FastifyReply,
  answer: Extract<Answer<unknown>, { kind: 'document' }>,
): FastifyReply {
  const accepted = reply.request.headers['accept-encoding'];
  const { bytes, encoding } = choosePacked(answer.document, accepted);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply
    .code(200)
    .headers({ ...answer.headers, vary: 'accept-encoding' })
    .type(answer.contentType)
    .send(bytes);
}

export function sendError(reply: FastifyReply, error: WireError): FastifyReply {
  const retryAfterSec = RETRY_AFTER_SEC.get(error.status);
  if (retryAfterSec !== undefined && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', retryAfterSec);
  }
  return sendJson(reply, error.status, JSON.stringify(errorBody(error)));
}

export const sendLockedDown = (reply: FastifyReply): FastifyReply =>
  sendError(reply.header('retry-after', LOCKDOWN_RETRY_SEC), LOCKED_DOWN);

const RETRY_AFTER_SEC: ReadonlyMap<number, number> = new Map([
  [429, 1],
  [503, AWAY_RETRY_SEC],
]);

export const sendComplaints = (reply: FastifyReply, errors: readonly string[]): FastifyReply =>
  sendJson(reply, 400, JSON.stringify({ errors }));

export const sendAccessError = (reply: FastifyReply, error: AccessError): FastifyReply =>
  sendJson(
    reply.header('www-authenticate', error.challenge),
    error.status,
    JSON.stringify({ status: error.status, error: error.error }),
  );
