import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, beforeEach, test } from 'node:test';
import type { Clock } from '../../src/base/clock.ts';
import { MAX_RECORDS_AT_ONCE } from '../../src/base/limits.ts';
import type { HistoryQuery } from '../../src/history/history-store.ts';
import { MAX_LONG_LISTS, TAKE_LIST_MS } from '../../src/history/limits.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { LIST_PART_LENGTH, LIST_PARTS, TURN_MS } from '../../src/web/limits.ts';
import type { ApiUser } from '../support/api-user.ts';
import { eventually } from '../support/eventually.ts';
import { createStandingClock } from '../support/standing-clock.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** Lists of a thousand records, each as large as a record can be: 18 MB. */
const RECORDS = 1000;
const PARTS = RECORDS / MAX_RECORDS_AT_ONCE;
const plain = await startWalletApi({ after });
const BODY = await makeRecord();

async function makeRecord(): Promise<string> {
  const payee = await plain.addUser();
  await payee.receiveKeysend(21);
  const { body } = await payee.get('/invoices');
  assert(Array.isArray(body));
  return JSON.stringify({ ...body[0], metadata: 'x'.repeat(18_000) });
}

let partsRead = 0;
let breaksAt: number | null = null;
/** As many as are asked for. */
async function listRecords({ limit }: HistoryQuery) {
  if (partsRead === breaksAt) throw new Error('the database went away');
  partsRead += 1;
  return { kind: 'records' as const, bodies: Array<string>(limit).fill(BODY) };
}
beforeEach(() => {
  partsRead = 0;
  breaksAt = null;
});

/** A sleep as long as a list may be read ends when a test says so. */
const wakers = new Set<() => void>();
const clock = {
  now: systemClock.now,
  /** So fast that the pace of long lists holds no one up. */
  monotonicMs: () => systemClock.monotonicMs() * 1000,
  sleep: (ms: number, signal?: AbortSignal): Promise<void> => {
    if (ms !== TAKE_LIST_MS) return systemClock.sleep(ms, signal);
    const { promise, resolve } = Promise.withResolvers<void>();
    wakers.add(resolve);
    signal?.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(() => wakers.delete(resolve));
  },
};

const rateLimit = {
  isOn: true,
  requestsPerSec: 10_000,
  paymentsPerSec: 10_000,
  paymentsBurst: 10_000,
};
const changes = { clock, history: { ...plain.deps.history, listRecords } };
const api = await startWalletApi({ after }, { rateLimit }, changes);
await api.app.listen({ host: '127.0.0.1', port: 0 });

/** A client that reads nothing until it is told to. */
function askSilently(user: ApiUser): Socket {
  const socket = connect(Number(new URL(api.app.listeningOrigin).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.pause();
  const headers = `host: x\r\nauthorization: Bearer ${user.token}\r\nconnection: close`;
  socket.write(`GET /invoices?items=1000 HTTP/1.1\r\n${headers}\r\n\r\n`);
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk)).resume();
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

/** Fills the whole share of a user. */
async function askManySilently(user: ApiUser): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: MAX_LONG_LISTS }, () => askSilently(user));
  await eventually('all are being answered', () => (wakers.size === sockets.length ? true : null));
  return sockets;
}

const refusal = {
  code: 1,
  error: true,
  message: 'too many long lists are being read: finish those first',
};

test('a long list is whole', async () => {
  const alice = await api.addUser();
  const answer = await alice.get('/invoices?items=1000');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
  assert(Array.isArray(answer.body));
  assert.equal(answer.body.length, RECORDS);
  assert.deepEqual(answer.body.at(-1), JSON.parse(BODY));
});

test('for clients that do not read, a few parts are read and no more', async () => {
  const alice = await api.addUser();
  const sockets = await askManySilently(alice);
  // Turns enough to read all of them, were anyone to.
  for (let turn = 0; turn < 50; turn += 1) await alice.get('/balance');
  assert(partsRead < MAX_LONG_LISTS * 8, `${partsRead} parts were read`);
  const texts = await Promise.all(sockets.map(readAll));
  assert(texts.every((text) => text.length > RECORDS * BODY.length));
  assert.equal(partsRead, MAX_LONG_LISTS * PARTS);
});

test('for who asks only for the head, no part is read beyond the first', async () => {
  const alice = await api.addUser();
  const head = () =>
    api.app.inject({
      method: 'HEAD',
      url: '/invoices?items=1000',
      headers: { authorization: `Bearer ${alice.token}` },
    });
  const answers = await Promise.all(Array.from({ length: 2 * MAX_LONG_LISTS }, head));
  assert(answers.every(({ statusCode, body }) => statusCode === 200 && body === ''));
  for (let turn = 0; turn < 50; turn += 1) await alice.get('/balance');
  assert.equal(partsRead, answers.length);
});

test('a user has a few at the same time, and each has its turn', async () => {
  const [alice, bob] = [await api.addUser(), await api.addUser()];
  const sockets = await askManySilently(alice);
  const refused = await alice.get('/invoices/incoming?items=1000');
  assert.equal(refused.status, 429);
  assert.deepEqual(refused.body, refusal);
  assert.equal(refused.headers['retry-after'], '1');
  assert.equal(
    (await alice.get('/invoices?items=1&q[created_at_gt]=1')).status,
    200,
    'short ones are not counted',
  );
  assert.equal((await alice.get('/invoices?items=5&q[created_at_gt]=1')).status, 429);
  assert.equal((await bob.get('/invoices?items=5&q[created_at_gt]=1')).status, 200);
  const [first, ...others] = sockets;
  assert(first !== undefined);
  await readAll(first);
  await eventually('its place is free', () => (wakers.size === others.length ? true : null));
  assert.equal((await alice.get('/invoices?items=1000')).status, 200);
  for (const socket of others) socket.destroy();
  await eventually('a caller that hangs up frees its place', () =>
    wakers.size === 0 ? true : null,
  );
  for (const socket of await askManySilently(alice)) socket.destroy();
});

test('who takes too long is cut off, however much he has read', async () => {
  const alice = await api.addUser();
  const [dripping, ...others] = await askManySilently(alice);
  assert(dripping !== undefined);
  dripping.read(10_000);
  for (const wake of wakers) wake();
  const texts = await Promise.all([dripping, ...others].map(readAll));
  assert(texts.every((text) => text.length < RECORDS * BODY.length));
  assert.equal((await alice.get('/invoices?items=1000')).status, 200);
});

test('a list that breaks off is never taken for a whole one', async () => {
  const alice = await api.addUser();
  breaksAt = 3;
  const text = await readAll(askSilently(alice));
  assert.match(text, /^HTTP\/1\.1 200 /);
  assert(!text.endsWith('0\r\n\r\n'), 'the last chunk, which ends an answer, is missing');
  assert.match(api.logged(), /a list broke off/);
  breaksAt = partsRead;
  assert.equal((await alice.get('/invoices?items=1000')).status, 500);
});

test('long lists of a user come at a pace after a burst, and keep no one else waiting', async () => {
  let nowMs = 0;
  const sleepers = new Set<() => void>();
  const steady: Clock = {
    now: systemClock.now,
    monotonicMs: () => nowMs,
    sleep: (ms, signal) => {
      if (ms === TAKE_LIST_MS || ms === TURN_MS) return clock.sleep(ms, signal);
      return new Promise((resolve) => sleepers.add(resolve));
    },
  };
  const small = JSON.stringify({ ...JSON.parse(BODY), metadata: null });
  const history = {
    ...plain.deps.history,
    listRecords: async ({ limit }: HistoryQuery) => {
      partsRead += 1;
      return { kind: 'records' as const, bodies: Array<string>(limit).fill(small) };
    },
  };
  const paced = await startWalletApi({ after }, { rateLimit }, { clock: steady, history });
  const [alice, bob] = [await paced.addUser(), await paced.addUser()];
  const list = async (user: ApiUser) => (await user.get('/invoices?items=1000')).status;
  for (let parts = 0; parts < LIST_PARTS.burst; parts += PARTS) {
    assert.equal(await list(alice), 200);
  }
  const next = list(alice);
  const asleep = eventually('it waits', () => (sleepers.size > 0 ? 'it waits' : null));
  assert.equal(await Promise.race([next, asleep]), 'it waits');
  assert.equal(await list(bob), 200);
  assert.equal(partsRead, LIST_PARTS.burst + 1 + PARTS, 'no further part is read meanwhile');
  nowMs += (PARTS / LIST_PARTS.perSec) * 1000;
  for (const wake of sleepers) wake();
  assert.equal(await next, 200);
});

test('while a list waits to be sent, no other one of its user is read', async () => {
  let nowMs = 0;
  const wakes: (() => void)[] = [];
  const standing: Clock = {
    now: systemClock.now,
    monotonicMs: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (ms !== TAKE_LIST_MS) wakes.push(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  const paced = await startWalletApi(
    { after },
    { rateLimit },
    { clock: standing, history: changes.history },
  );
  const [alice, bob] = [await paced.addUser(), await paced.addUser()];
  const list = async (user: ApiUser, items: number) =>
    (await user.get(`/invoices?items=${items}&q[created_at_gt]=1`)).status;
  const counted = Math.floor((50 * BODY.length) / LIST_PART_LENGTH);
  for (let left = LIST_PARTS.burst; left >= counted; left -= counted) await list(alice, 50);
  const before = partsRead;
  const all = [list(alice, 50), list(alice, 50), list(alice, 50)];
  await eventually('one is read', () => (partsRead > before ? true : null));
  assert.equal(await list(bob, 50), 200);
  assert.equal(partsRead, before + 2, 'the one, and that of the other user');
  const ended = Promise.all(all);
  const woken = eventually('all are sent', () => {
    nowMs += 1000;
    for (const wake of wakes.splice(0)) wake();
    return partsRead === before + 4 ? true : null;
  });
  assert.deepEqual([await ended, await woken], [[200, 200, 200], true]);
});

test('without limits there is none here', async () => {
  const free = await startWalletApi({ after }, {}, changes);
  const alice = await free.addUser();
  const answers = await Promise.all(
    Array.from({ length: MAX_LONG_LISTS + 2 }, () =>
      alice.get('/invoices?items=5&q[created_at_gt]=1'),
    ),
  );
  assert(answers.every(({ status }) => status === 200));
});

test('when the service closes, lists that wait for their turn are refused unread', async () => {
  const first = Promise.withResolvers<void>();
  const history = {
    ...plain.deps.history,
    listRecords: async (query: HistoryQuery) => {
      const records = await listRecords(query);
      await first.promise;
      return records;
    },
  };
  // No turn ends by time.
  const standing = { ...clock, sleep: createStandingClock().sleep };
  const closing = await startWalletApi({ after }, { rateLimit }, { clock: standing, history });
  const alice = await closing.addUser();
  await alice.get('/balance');
  const list = () => alice.get('/invoices?items=1&q[created_at_gt]=1');
  const begun = list();
  await eventually('one is read', () => (partsRead === 1 ? true : null));
  const waiting = Array.from({ length: 50 }, list);
  await alice.get('/balance');
  const closed = closing.app.close();
  const refused = await Promise.all(waiting).finally(first.resolve);
  assert(refused.every(({ status, headers }) => status === 503 && headers['retry-after'] === '5'));
  assert.equal((await begun).status, 200);
  await closed;
  assert.equal(partsRead, 1);
});
