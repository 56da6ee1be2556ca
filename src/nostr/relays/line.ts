import type { Socket } from 'node:net';
import { Agent } from 'undici';
import type { AddressRules } from '../../base/address-rules.ts';
import { MAX_WEBHOOK_HEADER_BYTES } from '../../base/limits.ts';
import { guardedConnector } from '../../system/guarded-connector/guarded-connector.ts';
import type { ResolveHost } from '../../system/guarded-connector/resolve-host.ts';
import { MAX_RELAY_ANSWER_BYTES, MAX_RELAY_MESSAGES, RELAY_OPEN_MS } from '../limits.ts';

/**
 * A web socket connection for one exchange with a relay. When it is closed, its sockets are cut, so
 * that nothing of it remains.
 */
export interface Line {
  readonly agent: Agent;
  /** The reason why no connection was opened; null when one was. */
  failure(): Error | null;
  /**
   * Calls `onTooMany` as soon as more than `bytes` bytes have arrived from now on, whatever they
   * contain.
   */
  bound(bytes: number, onTooMany: () => void): void;
  close(): Promise<void>;
}

/**
 * Says that no connection was tried: `fetch` refuses to connect to the relay's port, because
 * another kind of server listens there.
 */
export class NotTried extends Error {
  override readonly name = 'NotTried';
}

export interface LineOptions {
  readonly addresses: AddressRules;
  readonly resolve: ResolveHost;
  readonly tlsCaPem?: string;
}

export function openLine({ addresses, resolve, tlsCaPem }: LineOptions): Line {
  const sockets: Socket[] = [];
  let failure: Error | null = new NotTried('no connection was tried');
  const connect = guardedConnector({
    addresses,
    resolve,
    connectMs: RELAY_OPEN_MS,
    tlsCaPem: tlsCaPem ?? null,
    publicPorts: 'https',
    onConnected: (socket) => sockets.push(socket),
  });
  const agent = new Agent({
    connect: (target, callback) =>
      connect(target, (...[error, socket]) => {
        failure = error;
        if (error === null) callback(null, socket);
        else callback(error, null);
      }),
    allowH2: false,
    maxHeaderSize: MAX_WEBHOOK_HEADER_BYTES,
    webSocket: { maxPayloadSize: MAX_RELAY_ANSWER_BYTES, maxFragments: MAX_RELAY_MESSAGES },
  });
  return {
    agent,
    failure: () => failure,
    bound: (bytes, onTooMany) => {
      let count = 0;
      for (const socket of sockets) {
        socket.on('data', (chunk: Uint8Array) => {
          count += chunk.length;
          if (count > bytes) onTooMany();
        });
      }
    },
    close: async () => {
      // Closing the HTTP agent no longer closes a connection that has become a web socket, so the
      // sockets are cut here.
      for (const socket of sockets) socket.destroy();
      await agent.destroy();
    },
  };
}
