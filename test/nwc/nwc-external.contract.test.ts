import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { addConnection } from '../../src/apps/add-connection.ts';
import type { NwcKey } from '../../src/apps/nwc-keys/nwc-key-store.ts';
import { createNwcKind } from '../../src/apps/nwc-keys/nwc-kind.ts';
import { createNwcKeyStore } from '../../src/apps/nwc-keys/sql/nwc-key-store.ts';
import { createProcessStore } from '../../src/background/sql/process-store.ts';
import { EXTERNAL_RELAYS_LEASE, type NewPublication } from '../../src/nwc/external-store.ts';
import { createNwcExternalStore } from '../../src/nwc/sql/nwc-external-store.ts';
import { createNwcRequestStore } from '../../src/nwc/sql/nwc-request-store.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { openConnectionBench } from '../support/connection-bench.ts';
import type { Cleanup } from '../support/database.ts';

const PROCESS = randomUUID();
const [ONE, TWO] = ['wss://one.example', 'wss://two.example'];
const HOUR = 3_600_000;

/** One user with one key, and this process as the leader. */
async function openBench(t: Cleanup) {
  const bench = await openConnectionBench(t);
  const { database, clock } = bench;
  const nwcKeys = createNwcKeyStore(database);
  const kind = createNwcKind({
    nwcKeys,
    addressNames: { findName: async () => null },
    addressDomain: () => 'pay.example',
    sealKey: async () => new Uint8Array(32).fill(7),
    relays: () => ['wss://wallet.example/relay', ONE, TWO],
    clock,
    random: systemRandom,
  });
  const userId = await bench.addUser();
  const addKey = async (expiresAt: Date | null = null) => {
    const idempotentSecret = new Uint8Array(randomBytes(32));
    const added = await addConnection(bench.deps, kind, {
      ...bench.idempotentInput(userId, { expiresAt }),
      idempotentSecret,
    });
    assert(added.ok);
    const key = await nwcKeys.findKey(added.value.secret.clientPubkey);
    assert(key !== null);
    return key;
  };
  const processes = createProcessStore(database);
  const external = createNwcExternalStore(database);
  const requests = createNwcRequestStore(database);
  const lead = async (processId: string) => {
    const lease = await processes.acquireLease(EXTERNAL_RELAYS_LEASE, processId, HOUR);
    assert(lease !== null);
    return lease;
  };
  const key = await addKey(new Date(clock.now().getTime() + HOUR));
  const by = await lead(PROCESS);
  const add = async (eventId: string, relay: string, isLive = true, leader = by) => {
    const request = { eventId, key, eventText: '{}', arrivedAt: clock.now(), leaseMs: HOUR };
    return (await external.addRequest({ relay, request, isLive, ...leader })).kind;
  };
  const answer = async (eventId: string): Promise<void> => {
    await requests.writeAnswer({
      eventId,
      caller: key,
      answer: `answer to ${eventId}`,
      processId: PROCESS,
    });
  };
  const take = async (...relays: string[]) => await external.takePublications(relays, 100, by);
  const news = (input: Partial<NewPublication> = {}): NewPublication => ({
    relay: ONE,
    deviceId: key.deviceId,
    kind: 13_194,
    event: 'info',
    keepMs: HOUR,
    ...input,
  });
  return {
    ...bench,
    userId,
    key,
    addKey,
    processes,
    external,
    requests,
    lead,
    by,
    add,
    answer,
    take,
    news,
  };
}

const ownRequest = (eventId: string, key: NwcKey, arrivedAt: Date) => ({
  eventId,
  key,
  eventText: '{}',
  arrivedAt,
  arrivalId: randomUUID(),
  leaseMs: HOUR,
});

const newId = (): string => randomBytes(32).toString('hex');

test('2: over two relays and our own, an event is one row, and its answer goes to both', async (t) => {
  const { add, answer, take, requests, key, clock } = await openBench(t);
  const eventId = newId();
  const outcomes = await Promise.all([add(eventId, ONE), add(eventId, TWO), add(eventId, ONE)]);
  assert.deepEqual(outcomes.toSorted(), ['added', 'known', 'known']);
  const own = ownRequest(eventId, key, clock.now());
  assert.deepEqual(await requests.addRequest(own), { kind: 'known', answer: null });
  assert.deepEqual(await take(ONE, TWO), []);
  await answer(eventId);
  const taken = await take(ONE, TWO);
  assert.deepEqual(taken.map(({ relay }) => relay).toSorted(), [ONE, TWO]);
  assert.ok(taken.every(({ event }) => event === `answer to ${eventId}`));
});

test('an answer that is there is published on the relay over which its request comes', async (t) => {
  const { add, answer, take, requests, external, key, clock } = await openBench(t);
  const eventId = newId();
  const own = ownRequest(eventId, key, clock.now());
  assert.deepEqual(await requests.addRequest(own), { kind: 'added', wentBackAt: null });
  await answer(eventId);
  assert.deepEqual(await take(ONE, TWO), [], 'it came over no relay outside');
  assert.equal(await add(eventId, TWO, false), 'known');
  const [first, ...rest] = await take(ONE, TWO);
  assert.deepEqual([first?.relay, rest], [TWO, []]);
  assert(first !== undefined);
  assert.equal(await add(eventId, TWO), 'known');
  await external.endPublications([first.id]);
  assert.equal(await add(eventId, TWO, false), 'known');
  assert.deepEqual(await take(ONE, TWO), [], 'a stored one that comes again wants nothing');
  assert.equal(await add(eventId, TWO), 'known');
  assert.equal((await take(ONE, TWO)).length, 1, 'an app that asks again wants its answer');
});

test('an answer and a second relay at the same time: it is published there, once', async (t) => {
  const { add, answer, take } = await openBench(t);
  const ids = Array.from({ length: 20 }, newId);
  for (const eventId of ids) await add(eventId, ONE);
  await Promise.all(ids.flatMap((eventId) => [answer(eventId), add(eventId, TWO, false)]));
  const taken = await take(ONE, TWO);
  for (const relay of [ONE, TWO]) {
    assert.equal(taken.filter((each) => each.relay === relay).length, ids.length, relay);
  }
});

test('the refusal of a payment is published as any other answer', async (t) => {
  const { add, take, requests, key } = await openBench(t);
  const eventId = newId();
  await add(eventId, ONE);
  await requests.refusePayment(
    {
      userId: key.userId,
      grantId: key.grantId,
      idempotencyKey: `nwc:${eventId}`,
      requestHash: new Uint8Array(Buffer.from(eventId, 'hex')),
      paymentId: randomUUID(),
    },
    { eventId, caller: key, answer: 'no', processId: PROCESS },
  );
  assert.deepEqual(
    (await take(ONE)).map(({ event }) => event),
    ['no'],
  );
});

test('42: whoever was followed as leader can take, tell and publish nothing', async (t) => {
  const { add, answer, take, external, processes, lead, by, key, news } = await openBench(t);
  const [before, after] = [newId(), newId()];
  await add(before, ONE);
  await answer(before);
  await processes.releaseLease(EXTERNAL_RELAYS_LEASE, PROCESS);
  const newer = await lead(randomUUID());
  assert.ok(newer.fence > by.fence);
  assert.equal(await add(after, ONE), 'fenced');
  const told = [{ deviceId: key.deviceId, infoAt: 1, storedScopes: 'balance:read' }];
  assert.equal(await external.tell(told, [news()], by), false);
  assert.deepEqual(await take(ONE), []);
  assert.equal((await external.takePublications([ONE], 100, newer)).length, 1);
  assert.equal(await add(after, ONE, true, newer), 'added');
});

test('what was taken is due again later, until a relay has it or it is too late', async (t) => {
  const { external, take, by, key, news, database } = await openBench(t);
  const told = [{ deviceId: key.deviceId, infoAt: 1, storedScopes: null }];
  const late = news({ kind: 5, event: 'late', keepMs: 0 });
  await external.tell(told, [news(), news({ relay: TWO }), late], by);
  // After so many attempts the pause is long enough for any machine.
  await database.query((sql) => sql`update nwc_publication set attempts = 20`);
  const [first, ...rest] = await take(ONE);
  assert(first !== undefined);
  assert.deepEqual([first.event, rest], ['info', []]);
  assert.deepEqual(await take(ONE), []);
  await external.retryPublicationsNow(ONE);
  assert.equal((await take(ONE)).length, 1);
  await external.endPublications([first.id]);
  await external.retryPublicationsNow(ONE);
  assert.deepEqual(await take(ONE), []);
  assert.equal((await take(TWO)).length, 1);
  assert.equal(await external.prunePublications(10), 1);
  assert.equal(await external.prunePublications(10), 0);
});

test('changes that no one tells are kept for a time only', async (t) => {
  const { external, clock } = await openBench(t);
  const find = async () => await external.findKeysToTell(clock.now(), 10);
  assert.equal(await external.pruneChanges(HOUR, 10), 0);
  assert.equal((await find()).length, 1);
  assert.equal(await external.pruneChanges(0, 10), 1);
  assert.equal(await external.pruneChanges(0, 10), 0);
  assert.deepEqual(await find(), []);
});

test('answers go before info events, and a newer info event replaces one that waits', async (t) => {
  const { add, answer, external, take, by, key, news } = await openBench(t);
  const told = { deviceId: key.deviceId, storedScopes: 'balance:read' };
  await external.tell([{ ...told, infoAt: 1 }], [news({ event: 'old' })], by);
  await external.tell([{ ...told, infoAt: 2 }], [news({ event: 'new' })], by);
  const eventId = newId();
  await add(eventId, ONE);
  await answer(eventId);
  const [first] = await external.takePublications([ONE], 1, by);
  assert.equal(first?.event, `answer to ${eventId}`);
  await external.endPublications([first.id]);
  assert.deepEqual(
    (await take(ONE)).map(({ event }) => event),
    ['new'],
  );
});

test('keys are told when they are new, have changed, have ended, and are back', async (t) => {
  const { external, key, addKey, by, clock, database } = await openBench(t);
  const find = async () => await external.findKeysToTell(clock.now(), 10);
  const tell = async (infoAt: number) => {
    const told = (await find()).map(({ key: { deviceId }, storedScopes }) => ({
      deviceId,
      infoAt,
      storedScopes,
    }));
    assert.equal(await external.tell(told, [], by), true);
  };
  const other = await addKey();
  const added = await find();
  assert.deepEqual(
    added.map(({ key: { deviceId }, infoAt }) => [deviceId, infoAt]),
    [key.deviceId, other.deviceId].toSorted().map((id) => [id, null]),
  );
  await tell(100);
  assert.deepEqual(await find(), []);
  await database.query(
    (sql) => sql`update app_grant set scopes = 'balance:read' where id = ${key.grantId}`,
  );
  const [changed, ...unchanged] = await find();
  assert.deepEqual([[...(changed?.scopes ?? [])], changed?.infoAt], [['balance:read'], 100]);
  assert.deepEqual(unchanged, []);
  await tell(101);
  clock.move(HOUR);
  const [ended] = await find();
  assert.deepEqual([ended?.scopes, ended?.storedScopes, ended?.infoAt], [null, null, 101]);
  await tell(103);
  assert.deepEqual(await find(), []);
  const isListed = async (endedAfter: Date): Promise<boolean> => {
    const keys = await external.listKeys(clock.now(), endedAfter);
    return keys.some(({ deviceId }) => deviceId === key.deviceId);
  };
  assert.equal(await isListed(new Date(0)), true, 'its app is still told that it has ended');
  assert.equal(await isListed(new Date(Date.now() + HOUR)), false);
  const page = await external.pageLiveKeys(clock.now(), null, 10);
  assert.deepEqual(
    page.map(({ key: { deviceId } }) => deviceId),
    [other.deviceId],
  );
  assert.deepEqual(await external.pageLiveKeys(clock.now(), other.deviceId, 10), []);
  clock.move(-HOUR);
  assert.equal((await find())[0]?.infoAt, 103);
});

test('news are queued once for each place of the mark, by the leader alone', async (t) => {
  const { external, processes, lead, take, by, key, news, clock } = await openBench(t);
  const [told] = await external.findKeysToTell(clock.now(), 10);
  assert(told !== undefined);
  const { storedScopes } = told;
  await external.tell([{ deviceId: key.deviceId, infoAt: 1, storedScopes }], [], by);
  assert.deepEqual(
    await external.findBehind(10, null),
    [],
    'what settled before is told to no one',
  );
  const mark = { deviceId: key.deviceId, afterSeq: 0n, upToSeq: 2n };
  const two = [news({ kind: 23_197, event: 'one' }), news({ kind: 23_197, event: 'two' })];
  assert.equal(await external.publishInfoEvent(mark, two, by), true);
  assert.equal(await external.publishInfoEvent(mark, two, by), true);
  assert.deepEqual(
    (await take(ONE)).map(({ event }) => event),
    ['one', 'two'],
  );
  await processes.releaseLease(EXTERNAL_RELAYS_LEASE, PROCESS);
  const newer = await lead(randomUUID());
  const next = { ...mark, afterSeq: 2n, upToSeq: 3n };
  assert.equal(await external.publishInfoEvent(next, [news({ event: 'three' })], by), false);
  assert.equal(await external.publishInfoEvent(next, [], newer), true);
});
