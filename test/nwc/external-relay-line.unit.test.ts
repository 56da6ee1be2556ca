import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { type WebSocket, WebSocketServer } from 'ws';
import { MAX_EXTERNAL_FRAME_BYTES } from '../../src/nostr/limits.ts';
import { openRelayLine } from '../../src/nostr/relays/relay-line.ts';
import { eventually } from '../support/eventually.ts';

interface Cleanup {
  after(end: () => unknown): void;
}

/** A connection to a server of this test, from both sides. */
async function openBoth(t: Cleanup) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection');
  const ours = openOurs(`ws://127.0.0.1:${port}`);
  const [socket] = (await accepted) as [WebSocket];
  t.after(() => socket.terminate());
  await eventually('it opens', () => (ours.opened() > 0 ? true : null));
  return { ...ours, socket, server };
}

function openOurs(url: string) {
  const heard: string[] = [];
  const ended: string[] = [];
  let opened = 0;
  const line = openRelayLine(url, {
    opened: () => {
      opened += 1;
    },
    heard: (text) => heard.push(text),
    ended: (reason) => ended.push(reason),
  });
  return { line, heard, ended, opened: () => opened };
}

test('texts go both ways, until one side ends it', async (t) => {
  const { line, socket, heard, ended } = await openBoth(t);
  const message = once(socket, 'message');
  line.send('["REQ"]');
  assert.equal(String((await message)[0]), '["REQ"]');
  socket.send(Buffer.from('no text'), { binary: true });
  socket.send('["EOSE"]');
  await eventually('it is heard', () => (heard.length > 0 ? true : null));
  assert.deepEqual(heard, ['["EOSE"]']);
  socket.close();
  await eventually('it ends', () => (ended.length > 0 ? true : null));
  line.send('nobody hears it');
  line.hold(true);
  line.cut();
  assert.deepEqual(ended, ['it hung up']);
});

test('40: a frame that is far too large ends the connection', async (t) => {
  const { socket, heard, ended } = await openBoth(t);
  socket.send('x'.repeat(MAX_EXTERNAL_FRAME_BYTES + 1));
  const reason = await eventually('it ends', () => ended[0] ?? null);
  assert.match(reason, /payload/);
  assert.deepEqual(heard, []);
});

test('40: while it is held, the relay has to wait', async (t) => {
  const { line, socket, heard } = await openBoth(t);
  line.hold(true);
  const text = 'x'.repeat(100_000);
  for (let count = 0; count < 500; count += 1) socket.send(text);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.ok(socket.bufferedAmount > 0, 'they stay there');
  assert.ok(heard.length < 500);
  line.hold(false);
  await eventually('all are read', () => (heard.length === 500 ? true : null));
});

test('what cannot be reached ends, and was never open', async (t) => {
  const { server } = await openBoth(t);
  const { port } = server.address() as AddressInfo;
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
  const { ended, opened } = openOurs(`ws://127.0.0.1:${port}`);
  assert.match(await eventually('it ends', () => ended[0] ?? null), /ECONNREFUSED/);
  assert.equal(opened(), 0);
});
