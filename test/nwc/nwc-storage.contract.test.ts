import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createAttemptStore } from '../../src/accounts/sql/attempt-store.ts';
import { createDailyAllowance } from '../../src/authorization/daily-allowance.ts';
import { createStorageAllowance } from '../../src/authorization/storage-allowance.ts';
import { DAY_MS } from '../../src/base/durations.ts';
import { limitExternalStorage, limitRequestStorage } from '../../src/nwc/limit-request-storage.ts';
import type { AddRequestOutcome, NewRequest } from '../../src/nwc/nwc-request-store.ts';
import { createNwcExternalStore } from '../../src/nwc/sql/nwc-external-store.ts';
import { NOON, newId, openRequestBench } from '../support/nwc/request-stores.ts';

/** What requests over Nostr Wallet Connect leave in the database. */

const PER_DAY = 1_000_000;

async function openBench(t: Parameters<typeof openRequestBench>[0]) {
  const bench = await openRequestBench(t);
  const { database, key, requests } = bench;
  const daily = createDailyAllowance(createAttemptStore(database), 'requests', PER_DAY);
  const storage = createStorageAllowance(daily);
  const limited = limitRequestStorage(requests, storage);
  const newRequest = (bytes: number, arrivedAt = NOON): NewRequest => ({
    eventId: newId(),
    key,
    eventText: 'x'.repeat(bytes),
    arrivedAt,
    arrivalId: randomUUID(),
    leaseMs: 60_000,
  });
  const answer = (eventId: string, bytes: number) =>
    limited.writeAnswer({
      eventId,
      caller: key,
      answer: 'y'.repeat(bytes),
      processId: randomUUID(),
    });
  const storedBytes = async () => {
    const [row] = await database.query(
      (sql) => sql<{ events: number; answers: number }[]>`
        select sum(length(event))::int as events, sum(length(answer))::int as answers
        from nwc_request`,
    );
    return row;
  };
  return { ...bench, storage, limited, newRequest, answer, storedBytes };
}

test('of an answered request the id and the answer are kept', async (t) => {
  const { requests, newRequest, answer, key, storedBytes } = await openBench(t);
  const [answered, refused, open] = [newRequest(60_000), newRequest(60_000), newRequest(1000)];
  for (const request of [answered, refused, open]) await requests.addRequest(request);
  await answer(answered.eventId, 500);
  const mark = { userId: key.userId, grantId: key.grantId, requestHash: new Uint8Array(32) };
  await requests.refusePayment(
    { ...mark, idempotencyKey: `nwc:${refused.eventId}`, paymentId: randomUUID() },
    { eventId: refused.eventId, caller: key, answer: 'no', processId: randomUUID() },
  );
  assert.deepEqual(await storedBytes(), { events: 1000, answers: 502 });
  const repeated = await requests.addRequest({ ...answered, arrivalId: randomUUID() });
  assert.deepEqual(repeated, { kind: 'known', answer: 'y'.repeat(500) });
});

test('requests and answers of a day are bounded in bytes, over all relays', async (t) => {
  const { database, requests, limited, storage, newRequest, answer, key } = await openBench(t);
  let stored = 0;
  for (let sent = 0; sent < 100; sent += 1) {
    const request = newRequest(20_000);
    if ((await limited.addRequest(request)).kind !== 'added') break;
    await answer(request.eventId, 20_000);
    stored += 40_000;
  }
  assert(stored >= PER_DAY / 2 && stored <= PER_DAY * 1.2, `${stored} bytes`);
  assert.deepEqual(await limited.addRequest(newRequest(1)), { kind: 'no_room' });
  const external = limitExternalStorage(createNwcExternalStore(database), requests, storage);
  const overRelay = { relay: 'wss://relay.example', fence: 1n, isLive: true };
  const added = await external.addRequest({ ...overRelay, request: newRequest(1) });
  assert.deepEqual(added, { kind: 'no_room' });
  const other = { ...key, userId: randomUUID() };
  assert.equal((await limited.addRequest({ ...newRequest(1), key: other })).kind, 'added');
  const tomorrow = newRequest(1, new Date(NOON.getTime() + DAY_MS));
  assert.equal((await limited.addRequest(tomorrow)).kind, 'added');
});

test('a request that may have been stored is not refused when it is sent again', async (t) => {
  const { requests, storage, newRequest, key } = await openBench(t);
  let isLost = true;
  const limited = limitRequestStorage(
    {
      ...requests,
      addRequest: async (request): Promise<AddRequestOutcome> => {
        const outcome = await requests.addRequest(request);
        if (!isLost) return outcome;
        isLost = false;
        return { kind: 'lost' };
      },
    },
    storage,
  );
  const request = newRequest(1000);
  assert.equal((await limited.addRequest(request)).kind, 'lost');
  storage.count(key, 2 * PER_DAY);
  assert.equal((await limited.addRequest(newRequest(1))).kind, 'no_room');
  assert.equal((await limited.addRequest(request)).kind, 'added');
});

test('a request that is known is answered again when nothing more may be stored', async (t) => {
  const { database, requests, limited, storage, newRequest, answer, key } = await openBench(t);
  const [answered, running] = [newRequest(1000), newRequest(1000)];
  for (const request of [answered, running]) await limited.addRequest(request);
  await answer(answered.eventId, 10);
  storage.count(key, 2 * PER_DAY);
  assert.deepEqual(await limited.addRequest(newRequest(1)), { kind: 'no_room' });
  const again = (request: NewRequest) =>
    limited.addRequest({ ...request, arrivalId: randomUUID() });
  assert.deepEqual(await again(answered), { kind: 'known', answer: 'y'.repeat(10) });
  assert.deepEqual(await again(running), { kind: 'known', answer: null });
  const known = { kind: 'known' } as const;
  const store = { ...createNwcExternalStore(database), addRequest: async () => known };
  const external = limitExternalStorage(store, requests, storage);
  const overRelay = { relay: 'wss://relay.example', fence: 1n, isLive: true };
  assert.deepEqual(await external.addRequest({ ...overRelay, request: answered }), known);
});
