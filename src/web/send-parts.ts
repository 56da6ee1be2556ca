import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends parts as fast as their client reads them. A client that asks for the head alone reads none,
 * so none is made: nothing would slow that down, or end it with its answer.
 */
export function sendParts(reply: FastifyReply, parts: AsyncIterable<string>): FastifyReply {
  const stream = Readable.from(parts, { highWaterMark: 1 });
  if (reply.request.method !== 'HEAD') return reply.send(stream);
  stream.destroy();
  return reply.send(Readable.from([]));
}
