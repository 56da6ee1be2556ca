import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';

/** Lets a server listen on a free port of this machine. Closing it drops its connections. */
export async function listenOn(
  server: Server,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(address !== null && typeof address === 'object');
  return {
    port: address.port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
