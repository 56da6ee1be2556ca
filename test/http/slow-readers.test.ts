import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { createServer, longestSilenceMs } from '../../src/http/server.ts';
import { TEST_CONFIG } from '../support/compose-api.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const SILENCE_MS = 300;
const server = await createServer(api.deps, SILENCE_MS);
await server.listen({ host: '127.0.0.1', port: 0 });
after(() => server.close());

/** Sends these bytes from a client that reads nothing until it is told to. */
async function connectSilently(
  bytes: string,
): Promise<{ socket: Socket; lasted: Promise<number> }> {
  const startedMs = performance.now();
  const accepted = once(server.server, 'connection');
  const socket = connect(Number(new URL(server.listeningOrigin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(bytes);
  const [theirs]: Socket[] = await accepted;
  assert(theirs !== undefined);
  return { socket, lasted: once(theirs, 'close').then(() => performance.now() - startedMs) };
}

const get = (path: string, header = ''): string =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\n${header}\r\n`;

test('a client that never reads its answers is cut off', async () => {
  // Far more than the kernel keeps for either side.
  const { socket, lasted } = await connectSilently(get('/openapi.json').repeat(300));
  const lastedMs = await lasted;
  assert(lastedMs >= SILENCE_MS && lastedMs < 10 * SILENCE_MS, `it lasted ${lastedMs} ms`);
  socket.destroy();
});

test('a client that says nothing at all is cut off', async () => {
  const { socket, lasted } = await connectSilently('');
  assert((await lasted) < 10 * SILENCE_MS);
  socket.destroy();
});

test('a client that reads in the end, though slowly, gets all answers', async () => {
  const bytes = get('/openapi.json').repeat(99) + get('/openapi.json', 'connection: close\r\n');
  const { socket } = await connectSilently(bytes);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    socket.pause();
    setImmediate(() => socket.resume());
  });
  socket.resume();
  await once(socket, 'end');
  assert.equal(text.split('HTTP/1.1 200').length - 1, 100);
});

test('who waits for a payment may be silent for longer than he ever waits', async () => {
  for (const waitSec of [0, 10, 60, 3600]) {
    assert(longestSilenceMs({ waitSec }) >= (waitSec + 10) * 1000);
  }
  assert.equal(api.app.server.timeout, longestSilenceMs(TEST_CONFIG));
});
