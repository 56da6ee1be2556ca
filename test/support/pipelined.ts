import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests sent over one connection without waiting for answers. */
export interface Pipelined {
  /** Resolves when the server has noticed that the client is gone. */
  hangUp(): Promise<void>;
}

/**
 * Sends requests, and resolves when the server has read all of them. Their answers are not read.
 */
export async function pipeline(
  app: FastifyInstance,
  head: { readonly path: string; readonly headers: Readonly<Record<string, string>> },
  count: number,
): Promise<Pipelined> {
  const address = app.server.address();
  assert(address !== null && typeof address === 'object', 'the server listens');
  const arrived = Promise.withResolvers<Socket>();
  let left = count;
  const countOne = ({ socket }: { readonly socket: Socket }): void => {
    left -= 1;
    if (left === 0) arrived.resolve(socket);
  };
  app.server.on('request', countOne);
  const client = connect(address.port, address.address);
  client.on('error', () => undefined);
  client.pause();
  const lines = Object.entries(head.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  client.write(`GET ${head.path} HTTP/1.1\r\nhost: test\r\n${lines.join('')}\r\n`.repeat(count));
  const socket = await arrived.promise;
  app.server.off('request', countOne);
  return {
    hangUp: async () => {
      // `close` follows an error as well.
      const closed = Promise.withResolvers<void>();
      socket.once('close', () => closed.resolve());
      client.resetAndDestroy();
      await closed.promise;
    },
  };
}
