import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../base/clock.ts';
import { MAX_THROWN_AWAY_BYTES, THROW_AWAY_MS } from './limits.ts';
import { declaredLength } from './read-body.ts';

/**
 * Ends a request that was answered before its body had arrived. Node reads and discards a short
 * rest, so that the connection can be used again. After a longer rest the connection is closed, but
 * not at once: data that arrives at a closed socket resets it, and many clients then lose the
 * answer.
 */
export function discardUnreadBody(app: FastifyInstance, clock: Clock): void {
  app.addHook('onSend', ({ raw, headers }, reply, _payload, done) => {
    const length = declaredLength(headers) ?? Number.MAX_VALUE;
    if (raw.complete === false && length > 0) {
      if (length > MAX_THROWN_AWAY_BYTES) reply.header('connection', 'close');
      if (reply.getHeader('connection') === 'close') linger(clock, raw, reply.raw);
    }
    done();
  });
}

function linger(clock: Clock, request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  let left = MAX_THROWN_AWAY_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  response.once('finish', () => {
    // Node has ended its side of the connection, and would close the socket as soon as everything
    // was sent.
    if (socket instanceof Socket) socket.off('finish', socket.destroy);
    void closeLater(clock, request);
  });
}

async function closeLater(clock: Clock, request: IncomingMessage): Promise<void> {
  const over = new AbortController();
  for (const event of ['end', 'close']) request.once(event, () => over.abort());
  await clock.sleep(THROW_AWAY_MS, over.signal);
  request.socket.destroy();
}
