import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { unseal } from '../../src/access/sealed-box.ts';
import { createNwcKeyStore } from '../../src/adapters/postgres/apps/nwc-key-store.ts';
import type { Database } from '../../src/adapters/postgres/connection/db.ts';
import { createPaymentStore } from '../../src/adapters/postgres/money/payment-store.ts';
import { createNwcRequestStore } from '../../src/adapters/postgres/nwc/nwc-request-store.ts';
import { createComparisonStore } from '../../src/adapters/postgres/operations/comparison-store.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { systemRandom } from '../../src/adapters/system-random.ts';
import type { NwcKey } from '../../src/nwc/nwc-key-store.ts';
import type { NwcRequestStore } from '../../src/nwc/nwc-request-store.ts';
import { addConnection } from '../../src/usecases/apps/add-connection.ts';
import { createNwcKind } from '../../src/usecases/nwc/nwc-kind.ts';
import { openConnectionBench } from '../support/connection-bench.ts';
import type { Cleanup } from '../support/database.ts';
import { createNwcRequestsOf } from '../support/wallet-memory/nwc-requests.ts';
import { createPaymentsOf } from '../support/wallet-memory/payments.ts';
import { createWalletMemory } from '../support/wallet-memory/wallet-memory.ts';

const NOON = new Date('2030-01-01T12:00:00Z');
const PROCESS = randomUUID();

/** One user with one key, and the stores of requests. */
async function openBench(t: Cleanup) {
  const bench = await openConnectionBench(t);
  const nwcKeys = createNwcKeyStore(bench.database);
  const kind = createNwcKind({
    nwcKeys,
    addressNames: { findName: async () => 'ann' },
    addressDomain: () => 'pay.example',
    sealKey: async () => new Uint8Array(32).fill(7),
    relays: () => ['wss://wallet.example/relay'],
    clock: bench.clock,
    random: systemRandom,
  });
  const secretOfWish = new Uint8Array(randomBytes(32));
  const wish = { ...bench.wishOf(await bench.addUser()), secretOfWish };
  const added = await addConnection(bench.deps, kind, wish);
  assert(added.ok);
  const key = await nwcKeys.findKey(added.value.secret.clientPubkey);
  assert(key !== null);
  const requests = createNwcRequestStore(bench.database);
  const stored = { requests, payments: createPaymentStore(bench.database) };
  const count = async () => {
    const [row] = await bench.database.query(
      (sql) => sql<Counts[]>`
        select (select count(*)::int from nwc_request) as requests,
          (select count(*)::int from idempotency_key) as keys`,
    );
    assert(row !== undefined);
    return row;
  };
  const own = { key, ...stored, count, add: adderOf(requests, key) };
  return { ...bench, kind, wish, added: added.value, ...own };
}

interface Counts {
  readonly requests: number;
  readonly keys: number;
}

/** The same in memory, as the simulation has it. */
async function openMemory() {
  const memory = createWalletMemory(systemClock);
  const [userId, grantId] = [randomUUID(), randomUUID()];
  const key: NwcKey = {
    deviceId: randomUUID(),
    grantId,
    userId,
    clientPubkey: newId(),
    walletPubkey: newId(),
    sealedSecret: new Uint8Array(),
  };
  const requests = createNwcRequestsOf(memory);
  const count = async () => ({
    requests: memory.apps.requests.size,
    keys: memory.money.keys.size,
  });
  const payments = createPaymentsOf(memory);
  return { key, requests, payments, count, add: adderOf(requests, key) };
}

const adderOf =
  (requests: NwcRequestStore, key: NwcKey) =>
  async (eventId: string, leaseMs = 60_000, arrivalId: string = randomUUID()) =>
    await requests.addRequest({
      eventId,
      key,
      eventText: '{}',
      arrivedAt: NOON,
      arrivalId,
      leaseMs,
    });

type Bench = Awaited<ReturnType<typeof openMemory>>;

const STORES: readonly (readonly [name: string, open: (t: Cleanup) => Promise<Bench>])[] = [
  ['PostgreSQL', openBench],
  ['memory', openMemory],
];

/** What holds for either. */
function testBoth(title: string, play: (bench: Bench) => Promise<void>): void {
  for (const [name, open] of STORES) test(`${title} (${name})`, async (t) => play(await open(t)));
}

const newId = (): string => randomBytes(32).toString('hex');
const answerTo = (eventId: string, answer = 'first') => ({ eventId, answer, processId: PROCESS });
const markOf = ({ userId, grantId }: NwcKey, eventId: string) => ({
  userId,
  grantId,
  idempotencyKey: `nwc:${eventId}`,
  requestHash: new Uint8Array(Buffer.from(eventId, 'hex')),
  paymentId: randomUUID(),
});

test('43: the same wish gets the same link, which no table holds', async (t) => {
  const { deps, kind, wish, added, key, database } = await openBench(t);
  const again = await addConnection(deps, kind, wish);
  assert(again.ok && again.value.isRepeat);
  assert.deepEqual(again.value.secret, added.secret);
  const secret = new URL(added.secret.link).searchParams.get('secret') ?? '';
  assert.match(secret, /^[0-9a-f]{64}$/);
  assert.match(added.secret.link, /&lud16=ann%40pay\.example$/);
  const [row] = await database.query(
    (sql) => sql<{ text: string }[]>`select k::text as text from nwc_key k`,
  );
  assert.ok(row?.text.includes(key.walletPubkey) && !row.text.includes(secret));
});

testBoth('an event is added once, alone or in a crowd', async ({ add }) => {
  const eventId = newId();
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => add(eventId)));
  assert.equal(outcomes.filter(({ kind }) => kind === 'added').length, 1);
  assert.deepEqual(await add(eventId), { kind: 'known', answer: null });
});

test('16: one whose answer was lost is known as one of our own, until someone runs it', async (t) => {
  const { add, key, database, requests } = await openBench(t);
  const [eventId, arrivalId] = [newId(), randomUUID()];
  const request = {
    ...{ eventId, key, arrivalId, eventText: '{}', arrivedAt: NOON },
    leaseMs: 0,
  };
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  const failingAfter: Database['query'] = async (work) => {
    await database.query(work);
    throw reset;
  };
  const away = Object.assign(new Error('away'), { code: 'ECONNREFUSED' });
  const storeOver = (query: Database['query']) => createNwcRequestStore({ ...database, query });
  const none = storeOver(() => Promise.reject(away));
  await assert.rejects(none.addRequest(request), /away/, 'it is certainly not there');
  assert.deepEqual(await storeOver(failingAfter).addRequest(request), { kind: 'lost' });
  let calls = 0;
  const oneLost = storeOver(async (work) => {
    calls += 1;
    return calls === 1 ? await failingAfter(work) : await Promise.reject(away);
  });
  const next = { ...request, eventId: newId() };
  assert.deepEqual(await oneLost.addRequest(next), { kind: 'lost' }, 'the repeat proves nothing');
  const added = { kind: 'added', wentBackAt: null };
  assert.deepEqual(await requests.addRequest(request), added);
  assert.deepEqual(await add(eventId), { kind: 'known', answer: null }, 'of someone else');
  assert.equal((await requests.takeRequests(10, 60_000)).length, 2);
  assert.deepEqual(await requests.addRequest(request), { kind: 'known', answer: null });
});

test('17: with a request comes when the database was last put back', async (t) => {
  const { add, database, requests } = await openBench(t);
  const comparisons = createComparisonStore(database);
  await comparisons.recogniseDatabase();
  assert.deepEqual(await add(newId()), { kind: 'added', wentBackAt: null });
  await comparisons.stopAsGoneBack('a payment is missing');
  const outcome = await add(newId(), 0);
  assert(outcome.kind === 'added' && outcome.wentBackAt !== null);
  const [taken] = await requests.takeRequests(10, 60_000);
  assert.deepEqual(taken?.wentBackAt, outcome.wentBackAt);
  await comparisons.stopAsGoneBack('and another one');
  const later = await add(newId());
  assert(later.kind === 'added' && later.wentBackAt !== null);
  assert.ok(later.wentBackAt > outcome.wentBackAt);
});

test('45: a dump opens no key of a wallet, and holds no secret of an app', async (t) => {
  const { added, key, database } = await openBench(t);
  const secret = new URL(added.secret.link).searchParams.get('secret') ?? '';
  const right = unseal(new Uint8Array(32).fill(7), key.sealedSecret, key.deviceId);
  assert(right !== null);
  assert.equal(unseal(new Uint8Array(32), key.sealedSecret, key.deviceId), null);
  assert.equal(unseal(new Uint8Array(32).fill(7), key.sealedSecret, randomUUID()), null);
  const [row] = await database.query(
    (sql) => sql<{ dump: string }[]>`
      select concat(
        (select string_agg(k::text, ' ') from nwc_key k),
        (select string_agg(d::text, ' ') from grant_device d),
        (select string_agg(g::text, ' ') from app_grant g)) as dump`,
  );
  assert(row !== undefined);
  assert.ok(row.dump.includes(key.clientPubkey));
  for (const bytes of [Buffer.from(right), Buffer.from(secret, 'hex')]) {
    for (const text of [bytes.toString('hex'), bytes.toString('base64')]) {
      assert.ok(!row.dump.includes(text));
    }
  }
});

testBoth('the first answer stays, whoever comes later', async ({ add, requests }) => {
  const eventId = newId();
  await add(eventId);
  const [one, two] = await Promise.all([
    requests.writeAnswer(answerTo(eventId, 'one')),
    requests.writeAnswer(answerTo(eventId, 'two')),
  ]);
  assert.equal(one, two);
  assert.equal(await requests.writeAnswer(answerTo(eventId, 'three')), one);
  assert.deepEqual(await add(eventId), { kind: 'known', answer: one });
});

testBoth(
  'what is run is taken by no one else until its lease has run out',
  async ({ add, requests }) => {
    const [held, left] = [newId(), newId()];
    await add(held);
    await add(left, 0);
    const taken = await requests.takeRequests(10, 60_000);
    assert.deepEqual(
      taken.map(({ eventId, attempt }) => [eventId, attempt]),
      [[left, 2]],
    );
    assert.deepEqual(await requests.takeRequests(10, 60_000), []);
    await requests.putBack(held, 0);
    assert.equal((await requests.takeRequests(10, 60_000)).length, 1);
    await requests.writeAnswer(answerTo(held));
    await requests.putBack(held, 0);
    assert.deepEqual(await requests.takeRequests(10, 60_000), []);
  },
);

testBoth(
  'a payment that was refused can be begun by no run any more',
  async ({ add, requests, key, payments }) => {
    const eventId = newId();
    await add(eventId);
    const mark = markOf(key, eventId);
    assert.equal(await requests.refusePayment(mark, answerTo(eventId)), 'first');
    const view = await payments.readForPayment({
      userId: key.userId,
      grantId: key.grantId,
      paymentHash: null,
      payeeIdentifier: null,
      idempotencyKey: mark.idempotencyKey,
    });
    assert.deepEqual(view.idempotency?.target, { kind: 'payment', id: mark.paymentId });
  },
);

testBoth('one that has begun cannot be refused', async ({ add, requests, key }) => {
  const eventId = newId();
  await add(eventId);
  const other = newId();
  await add(other);
  const mark = markOf(key, eventId);
  await requests.refusePayment(mark, answerTo(other));
  assert.equal(await requests.refusePayment(mark, answerTo(eventId)), null);
  assert.deepEqual(await add(eventId), { kind: 'known', answer: null });
});

testBoth('what the database has lost is not refused, and may come again', async (bench) => {
  const { add, requests, key, count } = bench;
  const eventId = newId();
  assert.equal(await requests.refusePayment(markOf(key, eventId), answerTo(eventId)), null);
  assert.deepEqual(await count(), { requests: 0, keys: 0 });
  assert.deepEqual(await add(eventId), { kind: 'added' });
});

testBoth(
  'old ones are swept once they are answered, with the marks of refusals',
  async ({ add, requests, key, count }) => {
    const [open, refused] = [newId(), newId()];
    await add(open);
    await add(refused);
    await requests.refusePayment(markOf(key, refused), answerTo(refused));
    const [earlier, later] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000));
    assert(earlier !== undefined && later !== undefined);
    assert.equal(await requests.sweepRequests(earlier, 10), 0, 'it is answered later than that');
    assert.equal(await requests.sweepRequests(later, 10), 1);
    assert.deepEqual(await count(), { requests: 1, keys: 0 });
  },
);

testBoth(
  'answers are found by their requests, and those of others by their keys',
  async ({ add, requests, key }) => {
    const [one, two] = [newId(), newId()];
    await add(one);
    await add(two);
    await requests.writeAnswer(answerTo(one, 'one'));
    const nothing = { eventIds: [], deviceIds: [], notBy: PROCESS, lookBackMs: 60_000 };
    assert.deepEqual(await requests.findAnswers({ ...nothing, eventIds: [one, two] }), ['one']);
    const ofKey = { ...nothing, deviceIds: [key.deviceId] };
    assert.deepEqual(await requests.findAnswers(ofKey), []);
    assert.deepEqual(await requests.findAnswers({ ...ofKey, notBy: randomUUID() }), ['one']);
    const late = { ...ofKey, notBy: randomUUID(), lookBackMs: 0 };
    assert.deepEqual(await requests.findAnswers(late), []);
  },
);
