import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Reads a whole body, for parsers of all types. */
export type ReadBody = (request: FastifyRequest, payload: IncomingMessage) => Promise<Buffer>;

/**
 * The name of the request decorator with the id of the user in whose allowance a body counts; null
 * for strangers.
 */
export const BODY_USER = 'bodyUser';

/** The declared length of a body in bytes; null where only its end will tell. */
export function declaredLength(headers: IncomingHttpHeaders): number | null {
  if (headers['transfer-encoding'] !== undefined) return null;
  return Number(headers['content-length'] ?? 0);
}
