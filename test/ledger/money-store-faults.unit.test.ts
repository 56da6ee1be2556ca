import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../src/base/clock.ts';
import { DatabaseFault } from '../../src/database/database-fault.ts';
import type { Database } from '../../src/database/db.ts';
import { openPool } from '../../src/database/pool.ts';
import { MoneyEventRejected, MoneyOutcomeUnknown } from '../../src/ledger/money-store.ts';
import { createMoneyStore } from '../../src/ledger/sql/money-store.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { failedEnd, reserveEvent } from '../support/money-model/events.ts';

/** Never connects, as nothing is sent through it. */
const UNUSED_POOL = openPool(
  {
    url: 'postgres://127.0.0.1:1/none',
    applicationName: 'unused',
    onStatement: null,
    statementTimeoutMs: 0,
    lockTimeoutMs: 0,
  },
  { max: 1 },
);

/** A database that fails as often as it is told to, and then answers. */
const failing = (code: string, times: number) => failingAll(Array(times).fill(code));

/** Fails with one code after the other, and then gives these answers, the last one for good. */
function failingAll(codes: readonly string[], outcomes: readonly string[] = ['reserved']) {
  const left = [...outcomes];
  const texts: string[] = [];
  const slept: number[] = [];
  const confirmed: string[] = [];
  const answer = async (text: string) => {
    const code = codes[texts.length];
    texts.push(text);
    if (code !== undefined) throw new DatabaseFault(Object.assign(new Error(code), { code }));
    const outcome = (left.length > 1 ? left.shift() : left[0]) ?? '';
    return [{ outcome, detail: null, target_id: null }];
  };
  const database: Database = {
    query: async (work) => {
      const tag = new Proxy(UNUSED_POOL, {
        apply: (_target, _self, [, list]: [unknown, string]) => answer(list),
        get: () => async (text: string) => void confirmed.push(text),
      });
      return await work(tag);
    },
    transaction: () => assert.fail('a money event is one statement'),
    refusedWrites: () => null,
    sql: UNUSED_POOL,
    close: async () => undefined,
  };
  const clock: Clock = {
    now: () => new Date(),
    monotonicMs: () => slept.reduce((sum, ms) => sum + ms, 0),
    sleep: async (ms) => void slept.push(ms),
  };
  return {
    store: createMoneyStore({ database, clock, random: systemRandom }),
    texts,
    slept,
    confirmed,
  };
}

const event = reserveEvent('00000000-0000-0000-0000-000000000001');

for (const code of ['40001', '40P01', '55P03', '57P01', '53300', '08006', 'CONNECTION_CLOSED']) {
  test(`${code} passes: the same event is sent again, after a pause`, async () => {
    const { store, texts, slept } = failing(code, 5);
    assert.deepEqual(await store.reserve([event]), [{ kind: 'reserved' }]);
    assert.equal(texts.length, 6);
    assert.equal(new Set(texts).size, 1);
    assert.equal(slept.length, 5);
  });
}

test('after five repeats the fault is thrown', async () => {
  const { store, texts } = failing('55P03', 99);
  await assert.rejects(store.reserve([event]), DatabaseFault);
  assert.equal(texts.length, 6);
});

const LOST = ['57P01', '08006', '40003', 'CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ETIMEDOUT'];
for (const code of LOST) {
  test(`${code} may come after the commit: giving up after it proves nothing`, async () => {
    const { store, slept, confirmed } = failingAll([code, ...Array(999).fill('55P03')]);
    await assert.rejects(store.reserve([event]), MoneyOutcomeUnknown);
    const waitedMs = slept.reduce((sum, ms) => sum + ms, 0);
    assert(waitedMs >= 12_000 && waitedMs < 13_000, 'for longer than a cut, and not without end');
    assert.deepEqual(confirmed, []);
  });
}

const NEVER_DONE = ['55P03', '40001', '53300', '57P03', 'ECONNREFUSED', 'CONNECT_TIMEOUT'];
for (const code of NEVER_DONE) {
  test(`${code} comes instead of a commit: nothing was written`, async () => {
    await assert.rejects(failing(code, 99).store.reserve([event]), DatabaseFault);
  });
}

test('an event whose list got no answer stays in doubt when it is sent alone', async () => {
  const other = reserveEvent(event.order.userId);
  const codes = ['CONNECTION_CLOSED', '42883', '42883', '42883'];
  const { store, confirmed } = failingAll(codes);
  await assert.rejects(store.reserve([event, other]), MoneyOutcomeUnknown);
  await assert.rejects(store.reserve([event]), MoneyOutcomeUnknown);
  await assert.rejects(store.reserve([reserveEvent(event.order.userId)]), DatabaseFault);
  assert.deepEqual(confirmed, []);
  assert.deepEqual(await store.reserve([event]), [{ kind: 'reserved' }]);
  assert.equal(confirmed.length, 1, 'what is found of it may not have reached a standby');
});

for (const code of ['22P05', '22003', '23505', '23514', 'P0001', 'P0004']) {
  test(`${code} never passes: the event is rejected at once`, async () => {
    const { store, texts } = failing(code, 99);
    await assert.rejects(store.resolve([failedEnd(event.order.id)]), MoneyEventRejected);
    assert.equal(texts.length, 1);
  });
}

test('a fault of another kind is thrown as it is, at once', async () => {
  const { store, texts } = failing('42883', 99);
  await assert.rejects(store.reserve([event]), DatabaseFault);
  assert.equal(texts.length, 1);
});

test('what was not confirmed in time is not sent again at once', async () => {
  const { store, texts } = failing('NOT_CONFIRMED', 99);
  await assert.rejects(store.reserve([event]), { name: 'MoneyOutcomeUnknown', hasWaited: true });
  assert.equal(texts.length, 1);
});

test('a call that never found a connection wrote nothing', async () => {
  const { store, texts } = failing('NO_CONNECTION', 99);
  await assert.rejects(store.reserve([event]), DatabaseFault);
  assert.equal(texts.length, 1);
});

test('what a connection cut in the middle leaves open is asked for until it is told', async () => {
  const { store, texts, confirmed } = failingAll([
    'CONNECTION_CLOSED',
    ...Array(10).fill('ECONNREFUSED'),
    '57P03',
    '25006',
    'NOT_PRIMARY',
  ]);
  assert.deepEqual(await store.reserve([event]), [{ kind: 'reserved' }]);
  assert.equal(texts.length, 15);
  assert.equal(confirmed.length, 1);
});

test('a payment is absent only behind all commits that wait for a standby', async () => {
  const end = failedEnd(event.order.id, 'unsent');
  const late = failingAll([], ['absent', 'resolved']);
  assert.deepEqual(await late.store.resolve([end]), [{ kind: 'resolved' }]);
  assert.equal(late.confirmed.length, 1);
  const never = failingAll([], ['absent']);
  assert.deepEqual(await never.store.resolve([end]), [{ kind: 'absent' }]);
  assert.equal(never.confirmed.length, 1);
  const there = failingAll([], ['resolved']);
  assert.deepEqual(await there.store.resolve([end]), [{ kind: 'resolved' }]);
  assert.deepEqual(there.confirmed, []);
});
