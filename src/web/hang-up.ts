import type { FastifyRequest } from 'fastify';

type Socket = FastifyRequest['raw']['socket'];

/** Abort signals by connection, as one connection may carry many requests. */
const signals = new WeakMap<Socket, AbortSignal>();

/**
 * A signal that aborts when the connection of a request closes, even while the request waits behind
 * others on the same connection: an event of the request itself would then come too late.
 */
export function hangUpOf({ raw: { socket } }: Pick<FastifyRequest, 'raw'>): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const gone = new AbortController();
  if (socket.destroyed) gone.abort(GONE);
  else socket.once('close', () => gone.abort(GONE));
  signals.set(socket, gone.signal);
  return gone.signal;
}

/**
 * One reason for all aborts. An abort without a reason would create an error with its stack each
 * time.
 */
const GONE = 'the connection has closed';
