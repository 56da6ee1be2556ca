import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer, Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import {
  ANSWER_SILENCE_MS,
  FRESH_ANSWER_MS,
  MAX_CONNECTIONS,
  MAX_OPEN_ANSWER_BYTES,
  MAX_OPEN_ANSWERS,
  MAX_OPEN_ANSWERS_OF_NETWORK,
  MAX_SMALL_ANSWER_LENGTH,
} from '../../src/web/limits.ts';
import { choosePacked, packDocument } from '../../src/web/packed-document.ts';
import { limitConnections } from '../../src/web/rate-limits/limit-connections.ts';
import {
  createSlowReaderGuard,
  watchAnswers,
} from '../../src/web/rate-limits/slow-reader-guard.ts';
import { eventually } from '../support/eventually.ts';
import { startWalletApi, type WalletApi } from '../support/wallet-api.ts';

const rateLimit = {
  isOn: true,
  requestsPerSec: 10_000,
  paymentsPerSec: 10_000,
  paymentsBurst: 10_000,
};
const api = await startWalletApi({ after }, { rateLimit });
await api.app.listen({ host: '127.0.0.1', port: 0 });

const SCRIPT = '/docs/reference.js';
const script = await api.app.inject(SCRIPT);

describe('a public document', () => {
  const ask = (encoding: string) =>
    api.app.inject({ url: SCRIPT, headers: { 'accept-encoding': encoding } });

  test('comes in the smallest form that its client takes', async () => {
    const [br, gzip] = [await ask('gzip, deflate, br'), await ask('gzip')];
    assert.equal(br.headers['content-encoding'], 'br');
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.equal(script.headers['content-encoding'], undefined);
    assert.equal(script.headers.vary, 'accept-encoding');
    assert(brotliDecompressSync(br.rawPayload).equals(script.rawPayload));
    assert(gunzipSync(gzip.rawPayload).equals(script.rawPayload));
    assert(br.rawPayload.length < gzip.rawPayload.length);
    assert(gzip.rawPayload.length < script.rawPayload.length / 3);
  });

  test('is never sent in a form that its client does not take', async () => {
    for (const [header, encoding] of [
      ['', null],
      ['identity', null],
      ['deflate, zstd', null],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['BR;q=0.1', 'br'],
      ['*;q=0', null],
      ['br;q=0, *', 'gzip'],
      ['gzip;q=0.0', null],
    ] as const) {
      const packed = await packDocument('{}');
      assert.equal(choosePacked(packed, header).encoding, encoding, header);
    }
  });

  test('is one sequence of bytes for all', async () => {
    const packed = await packDocument('text');
    const bytes = ['br', 'gzip', ''].map((form) => choosePacked(packed, form).bytes);
    assert.deepEqual(bytes, [packed.br, packed.gzip, packed.plain]);
    for (const form of ['br', 'gzip', '']) {
      assert.equal(choosePacked(packed, form).bytes, choosePacked(packed, form).bytes);
    }
  });
});

/** As many as one address may have at once, with those of the other tests. */
const CLIENTS = 8;

interface Silent {
  readonly client: Socket;
  readonly server: Socket;
}

/**
 * Asks, reads nothing, and answers the other end of the connection once it holds an answer. The
 * kernel may keep all of one answer for a client, but not of two.
 */
async function askSilently(
  path: string,
  { app }: Pick<WalletApi, 'app'> = api,
  times = 1,
): Promise<Silent> {
  const accepted = once(app.server, 'connection');
  const client = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1');
  client.on('error', () => undefined);
  client.pause();
  const [server]: unknown[] = await accepted;
  assert(server instanceof Socket);
  client.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(times));
  return { client, server };
}

/** Bytes outside the heap, where texts that are being sent lie as well. */
const heldBytes = (): number => process.memoryUsage().external;

/** Far more than the kernel keeps for either side. */
const LONG = 16_777_216;

describe('clients that do not read', () => {
  test('hold no copies of the script', async () => {
    const before = heldBytes();
    const asked: Silent[] = [];
    while (asked.length < CLIENTS) asked.push(await askSilently(SCRIPT, api, 2));
    await eventually('all are being answered', () =>
      asked.every(({ server }) => server.writableLength > 0) ? true : null,
    );
    const grown = heldBytes() - before;
    assert(grown < 2 * script.rawPayload.length, `${grown} bytes more for ${CLIENTS} clients`);
    for (const { client } of asked) client.destroy();
  });

  test('are given a shorter time as soon as their answer is complete', async () => {
    const app = Fastify();
    watchAnswers(app, createSlowReaderGuard({ monotonicMs: () => 0 }), 40_000);
    app.get('/long', async (_, reply) => reply.send(Buffer.alloc(LONG)));
    await app.listen({ host: '127.0.0.1', port: 0 });
    after(() => app.close());
    const { client, server } = await askSilently('/long', { app });
    await eventually('it is being answered', () => (server.writableLength > 0 ? true : null));
    assert.equal(server.timeout, ANSWER_SILENCE_MS);
    client.resume();
    await eventually('it was read', () => (server.writableLength === 0 ? true : null));
    await eventually('the next request has its time', () =>
      server.timeout === ANSWER_SILENCE_MS ? null : true,
    );
    client.destroy();
  });
});

test('an answer is open from when it is complete to when its client has taken it', async () => {
  const answers = createSlowReaderGuard({ monotonicMs: () => 0 });
  const app = Fastify();
  after(() => app.close());
  watchAnswers(app, answers, 60_000);
  app.get('/shared', (_, reply) => reply.send(Buffer.alloc(LONG)));
  app.get('/own', (_, reply) => reply.send('x'.repeat(LONG)));
  app.get('/small', (_, reply) => reply.send('x'.repeat(MAX_SMALL_ANSWER_LENGTH)));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const asked: Silent[] = [];
  for (const path of ['/small', '/shared', '/own']) asked.push(await askSilently(path, { app }));
  await eventually('the long ones are being answered', () =>
    asked.slice(1).every(({ server }) => server.writableLength > 0) ? true : null,
  );
  assert.deepEqual([answers.count(), answers.heldBytes()], [2, LONG]);
  for (const { client } of asked) client.resume();
  await eventually('all are taken', () => (answers.count() === 0 ? true : null));
  assert.equal(answers.heldBytes(), 0);
  for (const { client } of asked) client.destroy();
});

/** Only what open answers use of a response. */
function newResponse() {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  return Object.assign(response, { isCut: () => response.destroyed });
}

describe('answers that are not taken', () => {
  let nowMs = 0;
  const start = () => createSlowReaderGuard({ monotonicMs: () => nowMs });
  const addMany = (
    answers: ReturnType<typeof start>,
    count: number,
    network: (n: number) => string,
    ownBytes = 0,
  ) =>
    Array.from({ length: count }, (_, n) => {
      const response = newResponse();
      answers.add(response, { network: network(n), ownBytes });
      return response;
    });
  const countCut = (responses: readonly ReturnType<typeof newResponse>[]): number =>
    responses.filter((response) => response.isCut()).length;

  test('make room for others of their network, the oldest first, but none that is fresh', () => {
    const answers = start();
    const first = addMany(answers, MAX_OPEN_ANSWERS_OF_NETWORK, () => 'a');
    const others = addMany(answers, 5, () => 'b');
    const fresh = addMany(answers, 10, () => 'a');
    assert.deepEqual([countCut(first), countCut(others)], [0, 0]);
    nowMs += FRESH_ANSWER_MS;
    const [last] = addMany(answers, 1, () => 'a');
    assert.equal(countCut(first), 11);
    assert(first.slice(0, 11).every((response) => response.isCut()));
    assert.deepEqual([countCut(others), countCut(fresh), last?.isCut()], [0, 0, false]);
    assert.equal(answers.count(), MAX_OPEN_ANSWERS_OF_NETWORK + 5);
  });

  test('have a bound in all, in number and in bytes', () => {
    const answers = start();
    const ownBytes = 1_048_576;
    const many = addMany(answers, MAX_OPEN_ANSWERS, String);
    assert.equal(answers.heldBytes(), 0);
    nowMs += FRESH_ANSWER_MS;
    addMany(answers, 1, () => 'last');
    assert.equal(countCut(many), 1);
    const others = start();
    const heavy = addMany(others, MAX_OPEN_ANSWER_BYTES / ownBytes, String, ownBytes);
    nowMs += FRESH_ANSWER_MS;
    assert.equal(countCut(heavy), 0);
    addMany(others, 3, String, ownBytes);
    assert.equal(countCut(heavy), 3);
    assert.equal(others.heldBytes(), MAX_OPEN_ANSWER_BYTES);
  });

  test('count no more once they are taken', () => {
    const answers = start();
    const [taken, broken] = addMany(answers, 2, () => 'a', 7);
    taken?.emit('finish');
    taken?.emit('close');
    assert.deepEqual([answers.count(), answers.heldBytes()], [1, 7]);
    broken?.emit('close');
    assert.deepEqual([answers.count(), answers.heldBytes()], [0, 0]);
  });
});

describe('connections', () => {
  async function startListener(trustedProxies: readonly string[]) {
    const server = createServer();
    limitConnections(server, trustedProxies, 3);
    const closed: Socket[] = [];
    server.on('connection', (socket) => socket.once('close', () => closed.push(socket)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert(address !== null && typeof address === 'object');
    const clients: Socket[] = [];
    after(() => {
      for (const client of clients) client.destroy();
      server.close();
    });
    const open = async (): Promise<Socket> => {
      const accepted = once(server, 'connection');
      const client = connect(address.port, '127.0.0.1');
      client.on('error', () => undefined);
      clients.push(client);
      const [socket]: unknown[] = await accepted;
      assert(socket instanceof Socket);
      return socket;
    };
    return { open, closed };
  }

  test('of one network have a bound, and make room when they end', async () => {
    const { open, closed } = await startListener([]);
    const [first, ...others] = [await open(), await open(), await open()];
    const refused = await open();
    assert(refused.destroyed);
    assert(others.every((socket) => !socket.destroyed));
    first?.destroy();
    await eventually('its place is free', () =>
      first !== undefined && closed.includes(first) ? true : null,
    );
    assert(!(await open()).destroyed);
  });

  test('of the service have a bound in all', () => {
    assert.equal(api.app.server.maxConnections, MAX_CONNECTIONS);
  });

  test('of a trusted proxy are those of all its clients', async () => {
    const { open } = await startListener(['127.0.0.0/8', 'fd00::/8', '192.0.2.1']);
    const sockets = [await open(), await open(), await open(), await open(), await open()];
    assert(sockets.every((socket) => !socket.destroyed));
  });
});
