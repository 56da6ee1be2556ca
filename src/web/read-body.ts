import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Reads a whole body, for parsers of all types. */
export type ReadBody = (request: FastifyRequest, payload: IncomingMessage) => Promise<Buffer>;

/** Name of the request decorator that says whose allowance a body uses; null for strangers. */
export const BODY_USER = 'bodyUser';

/** In bytes; null where only the end of the body will tell. */
export function declaredLength(headers: IncomingHttpHeaders): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}
