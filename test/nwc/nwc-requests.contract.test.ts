import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { NwcKey } from '../../src/apps/nwc-keys/nwc-key-store.ts';
import type { Cleanup } from '../support/database.ts';
import { newId, openRequestBench, openRequestMemory } from '../support/nwc/request-stores.ts';

const PROCESS = randomUUID();

type Bench = Awaited<ReturnType<typeof openRequestMemory>>;

const STORES: readonly (readonly [name: string, open: (t: Cleanup) => Promise<Bench>])[] = [
  ['PostgreSQL', openRequestBench],
  ['memory', openRequestMemory],
];

/** What holds for either. */
function testBoth(title: string, play: (bench: Bench) => Promise<void>): void {
  for (const [name, open] of STORES) test(`${title} (${name})`, async (t) => play(await open(t)));
}

const caller = { userId: 'ann', grantId: 'app' };
const answerTo = (eventId: string, answer = 'first') => ({
  eventId,
  caller,
  answer,
  processId: PROCESS,
});
const markOf = ({ userId, grantId }: NwcKey, eventId: string) => ({
  userId,
  grantId,
  idempotencyKey: `nwc:${eventId}`,
  requestHash: new Uint8Array(Buffer.from(eventId, 'hex')),
  paymentId: randomUUID(),
});

testBoth('an event is added once, alone or in a crowd', async ({ add }) => {
  const eventId = newId();
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => add(eventId)));
  assert.equal(outcomes.filter(({ kind }) => kind === 'added').length, 1);
  assert.deepEqual(await add(eventId), { kind: 'known', answer: null });
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
    assert.equal(await requests.putBack(held, 0), null);
    assert.equal((await requests.takeRequests(10, 60_000)).length, 1);
    const answer = await requests.writeAnswer(answerTo(held));
    assert.equal(await requests.putBack(held, 0), answer, 'as it may have been stored unheard');
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
  assert.deepEqual(await add(eventId), { kind: 'added', wentBackAt: null });
});

testBoth(
  'old ones are pruned once they are answered, with the marks of refusals',
  async ({ add, requests, key, count }) => {
    const [open, refused] = [newId(), newId()];
    await add(open);
    await add(refused);
    await requests.refusePayment(markOf(key, refused), answerTo(refused));
    const [earlier, later] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000));
    assert(earlier !== undefined && later !== undefined);
    assert.equal(await requests.pruneRequests(earlier, 10), 0, 'it is answered later than that');
    assert.equal(await requests.pruneRequests(later, 10), 1);
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
