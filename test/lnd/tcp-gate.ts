import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A gate between two programs, which lets their connections pass, cuts them, or freezes them. */
export interface TcpGate {
  readonly port: number;
  /** The number of connections that pass through now. */
  readonly connections: number;
  /** Cuts all connections, and every new one, as if no one listened. */
  close(): void;
  /** Cuts all connections. New ones pass. */
  cut(): void;
  /** Freezes the present connections, over which nothing more passes. New ones pass. */
  freeze(): void;
  /** Lets new connections pass again, to another port if one is given. */
  open(port?: number): void;
  dispose(): Promise<void>;
}

export async function openTcpGate(firstPort: number): Promise<TcpGate> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let port: number | null = firstPort;
  const server = createServer((inner) => {
    if (port === null) {
      inner.resetAndDestroy();
      return;
    }
    const outer = connect(port, '127.0.0.1');
    const pair = [inner, outer] as const;
    pairs.add(pair);
    // The connection is reset, as at an address on which no one listens. A proxy would only close
    // it.
    outer.on('error', () => inner.resetAndDestroy());
    for (const [from, to] of [pair, [outer, inner] as const]) {
      from.on('error', () => undefined);
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
      from.pipe(to);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(address !== null && typeof address === 'object');
  const cut = (): void => {
    for (const [inner, outer] of pairs) {
      inner.resetAndDestroy();
      outer.resetAndDestroy();
    }
  };
  let lastPort = firstPort;
  return {
    port: address.port,
    get connections() {
      return pairs.size;
    },
    close: () => {
      port = null;
      cut();
    },
    cut,
    freeze: () => {
      for (const [inner, outer] of pairs) {
        inner.unpipe(outer).pause();
        outer.unpipe(inner).pause();
      }
    },
    open: (toPort = lastPort) => {
      lastPort = toPort;
      port = toPort;
    },
    dispose: async () => {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
