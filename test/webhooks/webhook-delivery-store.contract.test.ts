import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { messageIdOf } from '../../src/webhooks/delivery.ts';
import type { NextStep } from '../../src/webhooks/retry-schedule.ts';
import { NOW } from '../support/money-model/events.ts';
import {
  answered,
  claimsOf,
  DELIVERED,
  finish,
  HOOK_URL,
  LATER,
  LEASE_MS,
} from '../support/webhooks/claims.ts';
import { openDeliveryBench } from '../support/webhooks/delivery-bench.ts';

describe('the store of deliveries', async () => {
  const bench = await openDeliveryBench({ after });
  const { store } = bench;
  const { sql } = bench.opened.database;
  const { claim, claimOne, dueIds, received } = claimsOf(bench);
  afterEach(async () => assert.deepEqual(await bench.findings(), []));

  test('W13 a claim brings the text of the record, its endpoint and its sealed secret', async () => {
    const { userId, endpointId } = await received();
    const claimed = await claimOne(endpointId);
    const [record] = await sql<{ id: string; body: string }[]>`
      select id, body from settled_record where user_id = ${userId}`;
    assert.equal(claimed.body, record?.body);
    assert.equal(claimed.messageId, record?.id);
    assert.deepEqual(
      [claimed.url, claimed.userId, claimed.eventType, claimed.number, claimed.attemptsBefore],
      [HOOK_URL, userId, 'invoice.incoming.settled', 1, 0],
    );
    assert.equal(claimed.sealedSecrets.length, 1);
  });

  test('W3 a secret that was replaced comes after the new one, until its time is over', async () => {
    const { userId, endpointId } = await received();
    const owner = { userId, clientId: null, grantId: null };
    const rotate = (byte: number, oldUntil: Date) =>
      bench.endpoints.rotateSecret(owner, {
        id: endpointId,
        sealedSecret: new Uint8Array([byte]),
        maxOldSecrets: 10,
        oldUntil,
        at: new Date(),
        replaces: null,
      });
    await rotate(7, new Date(Date.now() + 3_600_000));
    const first = await claimOne(endpointId);
    assert.equal(first.sealedSecrets.length, 2);
    assert.deepEqual(first.sealedSecrets[0], new Uint8Array([7]));
    await store.release([first]);
    await rotate(8, new Date());
    const second = await claimOne(endpointId);
    assert.deepEqual(second.sealedSecrets[0], new Uint8Array([8]));
    assert.equal(second.sealedSecrets.length, 2, 'the first one, whose time is not over');
  });

  test('a test event is claimed with its own body', async () => {
    const { userId, endpointId } = await bench.addReceiver(HOOK_URL);
    const body = '{"test":true}';
    await bench.log.sendTest(
      { userId, clientId: null, grantId: null },
      {
        endpointId,
        messageId: messageIdOf(crypto.randomUUID()),
        body,
        eventType: 'invoice.incoming.settled',
      },
    );
    assert.equal((await claimOne(endpointId)).body, body);
  });

  test('W18 what one has claimed no one else gets, however many come at once', async () => {
    const { endpointId } = await received(100);
    const all = await Promise.all(Array.from({ length: 20 }, () => claim(endpointId, 9)));
    const ids = all.flat().map(({ deliveryId }) => deliveryId);
    assert.equal(ids.length, 100);
    assert.equal(new Set(ids).size, 100);
    assert.deepEqual(await claim(endpointId, 9), []);
  });

  test('the longest due comes first, and never more than asked for', async () => {
    const { endpointId } = await received(3);
    const [first, second] = await claim(endpointId, 2);
    const [third] = await claim(endpointId, 2);
    assert(first && second && third);
    assert.ok(first.deliveryId < third.deliveryId && second.deliveryId < third.deliveryId);
  });

  test('only endpoints for which something is due are listed, by their ids', async () => {
    const [one, two, idle] = [
      await received(),
      await received(2),
      await bench.addReceiver(HOOK_URL),
    ];
    const listed = await dueIds();
    assert.ok(listed.includes(one.endpointId) && listed.includes(two.endpointId));
    assert.ok(!listed.includes(idle.endpointId));
    assert.deepEqual(listed, [...listed].sort());
    await claim(one.endpointId);
    assert.ok(!(await dueIds()).includes(one.endpointId), 'it is being sent');
    const after = listed[0] ?? '';
    assert.deepEqual(
      (await store.listDueEndpoints(after, 2)).map(({ endpointId }) => endpointId),
      (await dueIds()).filter((id) => id > after).slice(0, 2),
    );
  });

  test('W17 W19 a lease that ran out is taken up by another, under the next number', async () => {
    const { endpointId } = await received();
    const [lost] = await store.claim([{ endpointId, count: 1 }], 0);
    assert(lost !== undefined);
    const taken = await claimOne(endpointId);
    assert.deepEqual([lost.number, taken.number], [1, 2]);
    assert.equal(taken.deliveryId, lost.deliveryId);
    await store.record([finish(taken, answered(200), DELIVERED)]);
    await store.record([finish(lost, answered(500), LATER)]);
    assert.deepEqual(await bench.states(endpointId), { succeeded: 1 });
    const numbers = (await bench.attempts(endpointId)).map(({ number, status }) => [
      number,
      status,
    ]);
    assert.deepEqual(numbers, [
      [1, 500],
      [2, 200],
    ]);
  });

  test('W19 a late success does not end what another is sending', async () => {
    const { endpointId } = await received();
    const [lost] = await store.claim([{ endpointId, count: 1 }], 0);
    assert(lost !== undefined);
    const taken = await claimOne(endpointId);
    await store.record([finish(lost, answered(200), DELIVERED)]);
    assert.deepEqual(await bench.states(endpointId), { pending: 1 });
    await store.record([finish(taken, answered(200), DELIVERED)]);
    assert.deepEqual(await bench.states(endpointId), { succeeded: 1 });
  });

  test('W21 a result that is written twice is there once', async () => {
    const { endpointId } = await received();
    const claimed = await claimOne(endpointId);
    for (let n = 0; n < 2; n += 1) await store.record([finish(claimed, answered(500), LATER)]);
    assert.equal((await bench.attempts(endpointId)).length, 1);
    assert.deepEqual(await bench.states(endpointId), { pending: 1 });
  });

  test('W22 when a delivery is due, the clock of the database says, whatever ours does', async () => {
    const { endpointId } = await received();
    const claimed = await claimOne(endpointId);
    const startedAt = new Date('1999-01-01T00:00:00Z');
    await store.record([finish(claimed, answered(500), LATER, { startedAt })]);
    assert.deepEqual(await claim(endpointId), []);
    const [row] = await sql<{ sec: number }[]>`
      select extract(epoch from next_at - now())::float8 as sec from webhook_delivery
      where endpoint_id = ${endpointId}`;
    assert.ok(row && row.sec > 3 && row.sec <= 5, `${row?.sec}`);
    const { failing_since: failingSince } = await bench.endpoint(endpointId);
    assert.ok(failingSince && Math.abs(failingSince.getTime() - Date.now()) < 60_000);
  });

  test('W25 a pause ends when its time has come', async () => {
    const { endpointId } = await received();
    const next: NextStep = { kind: 'retry', afterMs: 5 * 3_600_000 };
    await store.record([finish(await claimOne(endpointId), answered(500), next)]);
    await bench.age(4.99);
    assert.deepEqual(await claim(endpointId), []);
    await bench.age(0.02);
    assert.equal((await claimOne(endpointId)).number, 2);
  });

  test('W8 a resend that is asked for while one is under way is not lost with it', async () => {
    const { userId, endpointId } = await received();
    const claimed = await claimOne(endpointId);
    const messageId = messageIdOf(claimed.messageId);
    await bench.log.replay({ userId, clientId: null, grantId: null }, { endpointId, messageId });
    await store.record([finish(claimed, answered(500), LATER)]);
    assert.equal((await claimOne(endpointId)).messageId, claimed.messageId);
  });

  test('many endpoints in one list: each gets its own', async () => {
    const [good, bad] = [await received(3), await received(3)];
    const claims = await store.claim(
      [good, bad].map(({ endpointId }) => ({ endpointId, count: 3 })),
      LEASE_MS,
    );
    await store.record(
      claims.map((one) =>
        one.endpointId === good.endpointId
          ? finish(one, answered(200), DELIVERED)
          : finish(one, answered(503), LATER),
      ),
    );
    assert.deepEqual(await bench.states(good.endpointId), { succeeded: 3 });
    assert.deepEqual(await bench.states(bad.endpointId), { pending: 3 });
    assert.equal((await bench.endpoint(bad.endpointId)).consecutive_failures, 3);
  });

  test('W58 whatever a receiver answers can be stored', async () => {
    const { endpointId } = await received();
    const nasty = '\u0000<script>\ud800"\\ \u001b[31m\u2028';
    await store.record([finish(await claimOne(endpointId), answered(200, nasty), DELIVERED)]);
    const [attempt] = await bench.attempts(endpointId);
    assert.equal(attempt?.response_excerpt, '<script>\ufffd"\\ [31m\u2028');
  });

  test('W86 what is given back can be claimed at once, unless others have it by now', async () => {
    const { endpointId } = await received();
    const claimed = await claimOne(endpointId);
    await store.release([claimed]);
    const again = await claimOne(endpointId);
    assert.equal(again.number, 2);
    await store.release([claimed]);
    assert.deepEqual(await claim(endpointId), []);
  });

  test('the log forgets attempts that began before a time, some at once', async () => {
    const { endpointId } = await received(5);
    const claims = await claim(endpointId, 5);
    const startedAts = [1, 2, 3, 29, 30].map((day) => new Date(Date.UTC(2020, 0, day)));
    await store.record(
      claims.map((one, n) =>
        finish(one, answered(200), DELIVERED, { startedAt: startedAts[n] ?? NOW }),
      ),
    );
    const before = new Date(Date.UTC(2020, 0, 30));
    await store.pruneAttempts(new Date(Date.UTC(2019, 0, 1)), 100);
    assert.deepEqual(
      [await store.pruneAttempts(before, 3), await store.pruneAttempts(before, 3)],
      [3, 1],
    );
    assert.equal(await store.pruneAttempts(before, 3), 0);
    assert.equal((await bench.attempts(endpointId)).length, 1);
    assert.deepEqual(await bench.states(endpointId), { succeeded: 5 });
  });

  test('the backlog counts what waits, how long it does, and who is switched off', async () => {
    const before = await store.readBacklog();
    const { endpointId } = await received(4);
    const claimed = await claimOne(endpointId);
    await store.record([finish(claimed, answered(410), LATER, { disables: 'gone' })]);
    const other = await received(2);
    await claimOne(other.endpointId);
    await bench.age(1);
    const backlog = await store.readBacklog();
    assert.equal(backlog.disabledEndpoints, before.disabledEndpoints + 1);
    assert.equal(backlog.pending, before.pending + 2);
    assert.ok(backlog.oldestDueSec !== null && backlog.oldestDueSec >= 3540);
  });
});
