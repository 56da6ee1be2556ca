import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { createSocketPings } from '../../src/nwc/relay/socket-pings.ts';

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
after(() => server.close());

test('only the answer to its ping says that a client has read all', async () => {
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new WebSocket(`ws://127.0.0.1:${port}`, { autoPong: false });
  after(() => client.terminate());
  const [socket] = (await once(server, 'connection')) as [WebSocket];
  const pings = createSocketPings(socket);
  const pinged = once(client, 'ping');
  let isRead = false;
  const confirmed = pings.confirm().then((answer) => {
    isRead = answer;
  });
  const [number] = await pinged;
  for (const beat of ['beat', '', '0', 'NaN']) {
    const heard = once(socket, 'pong');
    client.pong(beat);
    await heard;
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isRead, false, beat);
  }
  client.pong(number);
  await confirmed;
  assert.equal(isRead, true);
});
