import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { createServer, longestSilenceMs } from '../../src/app/http/server.ts';
import { TEST_CONFIG } from '../support/compose-api.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });

/** Servers that cut connections which are silent for so long. */
async function listen(silenceMs: number): Promise<FastifyInstance> {
  const server = await createServer(api.deps, silenceMs);
  await server.listen({ host: '127.0.0.1', port: 0 });
  after(() => server.close());
  return server;
}
const hasty = await listen(300);
const PATIENCE_MS = 4000;
const patient = await listen(PATIENCE_MS);

/** Sends these bytes from a client that reads nothing until it is told to. */
async function connectSilently(server: FastifyInstance, bytes: string) {
  const accepted = once(server.server, 'connection');
  const socket = connect(Number(new URL(server.listeningOrigin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  socket.write(bytes);
  const [theirs]: Socket[] = await accepted;
  assert(theirs !== undefined);
  const events: string[] = [];
  for (const name of ['timeout', 'close']) theirs.on(name, () => events.push(name));
  return { socket, events, closed: once(theirs, 'close') };
}

const get = (path: string, header = ''): string =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\n${header}\r\n`;

test('a client that never reads its answers is cut off', async () => {
  // Far more than the kernel keeps for either side.
  const { socket, events, closed } = await connectSilently(hasty, get('/openapi.json').repeat(300));
  await closed;
  assert.deepEqual(events, ['timeout', 'close'], 'for its silence, and by the server');
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.resume();
  await once(socket, 'close');
  assert(text.split('HTTP/1.1 200').length - 1 < 300, 'answers still waited for it');
});

test('a client that says nothing at all is cut off', async () => {
  const { socket, events, closed } = await connectSilently(hasty, '');
  await closed;
  assert.deepEqual(events, ['timeout', 'close']);
  socket.destroy();
});

test('a client that reads in the end, though slowly, gets all answers', async () => {
  // A busy machine may hold up all that this process does for as long as no one may be silent.
  for (let tries = 0; tries < 10; tries += 1) {
    const { answers, longestPauseMs } = await readSlowly(patient);
    if (longestPauseMs > PATIENCE_MS / 2) continue;
    assert.equal(answers, ASKED);
    return;
  }
  assert.fail('the client was never in time');
});

const ASKED = 100;
/** The kernel lets the server write on only when there is much room again. */
const STEP_BYTES = 1_000_000;
const FIRST_LINE = 'HTTP/1.1 200';

/** Reads in small steps for longer than one may be silent, and then the rest. */
async function readSlowly(server: FastifyInstance) {
  const silent = await connectSilently(server, '');
  const path = '/openapi.json';
  const bytes = get(path).repeat(ASKED - 1) + get(path, 'connection: close\r\n');
  const { socket } = await connectSilently(server, bytes);
  const ended = once(socket, 'close');
  let [steppedAtMs, longestPauseMs] = [performance.now(), 0];
  const step = (): void => {
    longestPauseMs = Math.max(longestPauseMs, performance.now() - steppedAtMs);
    steppedAtMs = performance.now();
  };
  let [isInHaste, answers, end, readBytes] = [false, 0, '', 0];
  socket.on('data', (chunk) => {
    const text = end + chunk.toString('latin1');
    answers += text.split(FIRST_LINE).length - 1;
    end = text.slice(1 - FIRST_LINE.length);
    readBytes += chunk.length;
    if (isInHaste || readBytes < STEP_BYTES) return;
    readBytes = 0;
    step();
    socket.pause();
    setTimeout(() => socket.resume(), PATIENCE_MS / 20);
  });
  socket.resume();
  await silent.closed;
  isInHaste = true;
  await ended;
  step();
  return { answers, longestPauseMs };
}

test('who waits for a payment may be silent for longer than he ever waits', async () => {
  for (const waitSec of [0, 10, 60, 3600]) {
    assert(longestSilenceMs({ waitSec }) >= (waitSec + 10) * 1000);
  }
  assert.equal(api.app.server.timeout, longestSilenceMs(TEST_CONFIG));
});
