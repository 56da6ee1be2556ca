import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands in the way between two programs, and lets their connections through, cut or frozen. */
export interface TcpGate {
  readonly port: number;
  /** How many connections pass through it now. */
  readonly connections: number;
  /** Cuts all connections and every new one, as if no one listened. */
  close(): void;
  /** Cuts all connections; new ones pass. */
  cut(): void;
  /** Nothing more passes over the present connections, which stay; new ones pass. */
  freeze(): void;
  /** New connections pass again; to another port from now on, if one is named. */
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
    // As at an address where no one listens; a proxy would only end the connection.
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
