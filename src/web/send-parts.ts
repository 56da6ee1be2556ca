import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/**
 * Sends parts as fast as their client reads them. For a HEAD request no parts are made: without a
 * body, nothing would slow them down, or end them together with the answer.
 */
export function sendParts(
  reply: FastifyReply,
  parts: AsyncIterable<string | Uint8Array>,
): FastifyReply {
  const stream = Readable.from(parts, { highWaterMark: 1 });
  if (reply.request.method !== 'HEAD') return reply.send(stream);
  stream.destroy();
  return reply.send(Readable.from([]));
}
