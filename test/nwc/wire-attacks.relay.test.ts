import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { type RelayServer, startRelay } from '../support/nwc/relay-server.ts';

describe('raw sockets at the relay', () => {
  const cleanups: (() => unknown)[] = [];
  let relay: RelayServer;
  before(async () => {
    const database = await testDatabase({ after: (end) => cleanups.push(end) });
    relay = await startRelay(database.database);
    cleanups.push(() => relay.close());
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  /** Opens a socket that never hangs up by itself. */
  const upgrade = async (path: string): Promise<Socket> => {
    const { hostname, port } = new URL(relay.url);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\nmore`,
    );
    return socket;
  };

  test('one that was refused is not kept, even if it stays', async () => {
    const socket = await upgrade('/elsewhere');
    cleanups.push(() => socket.destroy());
    let said = '';
    socket.on('data', (data) => {
      said += String(data);
    });
    await once(socket, 'end');
    assert.match(said, /^HTTP\/1\.1 404/);
    await eventually('nothing is left of it', async () =>
      (await relay.connections()) === 0 ? true : null,
    );
  });
});
