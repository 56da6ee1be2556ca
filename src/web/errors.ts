import type { Socket } from 'node:net';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import { awayPart, isLockedDown } from '../base/fault.ts';
import {
  MAX_BODY_BYTES,
  MAX_JSON_DEPTH,
  MAX_JSON_VALUES,
  MAX_KEYSENDS_JSON_VALUES,
} from '../base/limits.ts';
import type { Log } from '../base/log.ts';
import { BodyRefusedError } from './body-refused.ts';
import { sendComplaints, sendError, sendLockedDown } from './send.ts';
import {
  AWAY,
  BAD_ARGUMENTS,
  INTERNAL_ERROR,
  TOO_BUSY,
  TOO_MANY_REQUESTS,
  type WireError,
} from './wire-errors.ts';

/** Thrown for a body that is not JSON, is not UTF-8, or has a key such as `__proto__`. */
export class UnusableBodyError extends Error {
  override readonly name = 'UnusableBodyError';
}

/** Installs handlers for requests that reach no route, and for errors that are thrown in one. */
export function installErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const known = readKnownError(error);
    if (error instanceof BodyRefusedError && error.statusCode === 429) {
      reply.header('retry-after', error.retryAfterSec);
    }
    if (known !== null) return sendError(reply, known);
    if (isLockedDown(error)) return sendLockedDown(reply);
    const { method, routeOptions } = request;
    log.error({ error, method, route: routeOptions.url }, 'a call failed');
    const away = awayPart(error);
    return sendError(reply, away === null ? INTERNAL_ERROR : AWAY[away]);
  });
}

/**
 * Answers bad input with a list of complaints, on routes whose clients expect one; other errors are
 * answered as usual.
 */
export function listComplaints(
  error: FastifyError,
  _: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = readKnownError(error);
  if (known?.status !== 400) throw error;
  const { validation } = error;
  const complaints = validation === undefined ? [known.message] : validation.map(complaintAbout);
  return sendComplaints(reply, [...new Set(complaints)]);
}

/**
 * Translates errors of the web framework, whose own words would reveal what this service runs on.
 */
function readKnownError(error: FastifyError): WireError | null {
  if (error instanceof UnusableBodyError) return BODY_UNUSABLE;
  if (error instanceof BodyRefusedError && error.statusCode === 503) return TOO_BUSY;
  if (error.validation !== undefined) return { ...BAD_ARGUMENTS, message: complaintOf(error) };
  const status = error.statusCode ?? 500;
  if (status < 400 || status > 499) return null;
  return BY_STATUS.get(status) ?? { ...BAD_ARGUMENTS, status };
}

const BODY_UNUSABLE: WireError = {
  ...BAD_ARGUMENTS,
  message:
    `${BAD_ARGUMENTS.message}: the body must be JSON in UTF-8, at most ${MAX_JSON_DEPTH} levels ` +
    `deep, with at most ${MAX_JSON_VALUES} values (several keysends: ` +
    `${MAX_KEYSENDS_JSON_VALUES}), without NUL, without the key __proto__ and ` +
    'without numbers beyond 1.8e308',
};

const BY_STATUS: ReadonlyMap<number, WireError> = new Map([
  [413, { status: 413, code: 8, message: `the body is larger than ${MAX_BODY_BYTES} bytes` }],
  [414, { status: 414, code: 8, message: 'the URL is too long' }],
  [429, TOO_MANY_REQUESTS],
  [415, { status: 415, code: 8, message: 'the body must be of type application/json' }],
]);

const MAX_PLACE_LENGTH = 100;

/** Takes the first complaint about the input, which is the most precise one. */
function complaintOf({ validation }: FastifyError): string {
  const [first] = validation ?? [];
  const complaint = first === undefined ? '' : complaintAbout(first);
  return `${BAD_ARGUMENTS.message}: ${complaint}`;
}

function complaintAbout({ instancePath, message }: FastifySchemaValidationError): string {
  const place = instancePath.slice(1, MAX_PLACE_LENGTH).replaceAll('/', '.');
  return [place, message ?? ''].filter((part) => part !== '').join(' ');
}

/** Answers a request whose URL cannot be parsed. */
export function answerUnreadableAddress(error: FastifyError, reply: FastifyReply): void {
  void sendError(reply, readKnownError(error) ?? BAD_ARGUMENTS);
}

/** Answers bytes that are no valid HTTP request, for which there is no request object. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const [status, message] = BROKEN.get(error.code ?? '') ?? NOT_HTTP;
  const body = JSON.stringify({ code: 8, error: true, message });
  socket.end(
    `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

const NOT_HTTP: readonly [string, string] = ['400 Bad Request', 'the request is not valid HTTP'];

const BROKEN: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'the headers are too large']],
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'the request took too long to arrive']],
]);
