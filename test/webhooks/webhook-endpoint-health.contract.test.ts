import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import type { NextStep } from '../../src/webhooks/retry-schedule.ts';
import { NOW } from '../support/money-model/events.ts';
import { answered, claimsOf, DELIVERED, finish, LATER } from '../support/webhooks/claims.ts';
import { openDeliveryBench } from '../support/webhooks/delivery-bench.ts';
import { logQuery } from '../support/webhooks/endpoint-bench.ts';

describe('what attempts do to their endpoint', async () => {
  const bench = await openDeliveryBench({ after });
  const { store } = bench;
  const { claim, claimOne, dueIds, received } = claimsOf(bench);
  afterEach(async () => assert.deepEqual(await bench.findings(), []));

  test('W28 410 disables the endpoint, and what waits can be recovered', async () => {
    const { userId, endpointId } = await received(3);
    const gone = finish(await claimOne(endpointId), answered(410), LATER, { disables: 'gone' });
    await store.record([gone]);
    const endpoint = await bench.endpoint(endpointId);
    assert.deepEqual([endpoint.state, endpoint.disabled_reason], ['disabled', 'gone']);
    assert.deepEqual(await bench.states(endpointId), { skipped: 3 });
    assert.deepEqual(await bench.notices(endpointId), ['disabled']);
    assert.ok(!(await dueIds()).includes(endpointId));
    await bench.settle(userId, 1);
    assert.deepEqual(await bench.states(endpointId), { skipped: 4 });
  });

  test('W30 the control header disables too, even beside a success', async () => {
    const { endpointId } = await received(2);
    const claimed = await claimOne(endpointId);
    await store.record([finish(claimed, answered(200), DELIVERED, { disables: 'refused' })]);
    const endpoint = await bench.endpoint(endpointId);
    assert.deepEqual([endpoint.state, endpoint.disabled_reason], ['disabled', 'refused']);
    assert.deepEqual(await bench.states(endpointId), { skipped: 1, succeeded: 1 });
  });

  test('W33 an exhausted delivery is done, says why and can be sent again', async () => {
    const { userId, endpointId } = await received();
    const result = { kind: 'failed', errorClass: 'dns', durationMs: 3 } as const;
    await store.record([finish(await claimOne(endpointId), result, { kind: 'exhausted' })]);
    const owner = { userId, clientId: null, grantId: null };
    const [logged] = (await bench.log.list(owner, logQuery(endpointId))) ?? [];
    assert.deepEqual(
      [logged?.state, logged?.lastError, logged?.nextAt],
      ['exhausted', 'dns', null],
    );
    assert.ok(logged?.doneAt);
    await bench.log.replay(owner, { endpointId, messageId: logged.messageId });
    const again = await claimOne(endpointId);
    assert.deepEqual([again.number, again.attemptsBefore], [2, 1]);
  });

  test('W34 one success clears what failures had left behind', async () => {
    const { endpointId } = await received(6);
    const claims = await claim(endpointId, 6);
    await store.record(claims.slice(1).map((one) => finish(one, answered(500), LATER)));
    assert.equal((await bench.endpoint(endpointId)).consecutive_failures, 5);
    await store.record(claims.slice(0, 1).map((one) => finish(one, answered(200), DELIVERED)));
    const { last_success_at: lastSuccessAt, ...rest } = await bench.endpoint(endpointId);
    assert.deepEqual(rest, {
      state: 'active',
      disabled_reason: null,
      consecutive_failures: 0,
      failing_since: null,
      has_failed_apart: false,
      warned_stage: 0,
    });
    assert.ok(lastSuccessAt);
  });

  test('W35 W36 four failures, a day, five days: two warnings and the end, once each', async () => {
    const { userId, endpointId } = await received(4);
    for (const one of await claim(endpointId, 4)) {
      await store.record([finish(one, answered(500), LATER)]);
    }
    assert.deepEqual(await bench.notices(endpointId), ['failing']);
    const failOne = async (next: NextStep): Promise<void> => {
      await bench.settle(userId, 1);
      await store.record([finish(await claimOne(endpointId), answered(500), next)]);
    };
    await bench.age(25);
    await failOne(LATER);
    await failOne(LATER);
    assert.deepEqual(await bench.notices(endpointId), ['failing', 'failing_for_a_day']);
    await bench.age(96);
    await failOne(LATER);
    assert.equal((await bench.endpoint(endpointId)).state, 'active', 'none is exhausted');
    await failOne({ kind: 'exhausted' });
    const endpoint = await bench.endpoint(endpointId);
    assert.deepEqual([endpoint.state, endpoint.disabled_reason], ['disabled', 'failing']);
    assert.deepEqual(await bench.notices(endpointId), ['failing', 'failing_for_a_day', 'disabled']);
    const { exhausted, skipped } = await bench.states(endpointId);
    assert.deepEqual([exhausted, skipped], [1, 7]);
  });

  test('W35 a success in between keeps it alive', async () => {
    const { userId, endpointId } = await received(1);
    await store.record([finish(await claimOne(endpointId), answered(500), LATER)]);
    await bench.age(119);
    await bench.settle(userId, 2);
    const [one, two] = await claim(endpointId, 2);
    assert(one && two);
    await store.record([finish(one, answered(200), DELIVERED)]);
    await bench.age(2);
    await store.record([finish(two, answered(500), { kind: 'exhausted' })]);
    assert.equal((await bench.endpoint(endpointId)).state, 'active');
  });

  test('W39 our own fault leaves no mark on an endpoint', async () => {
    const { endpointId } = await received(5);
    const before = await bench.endpoint(endpointId);
    const result = { kind: 'failed', errorClass: 'dns', durationMs: 3 } as const;
    const claims = await claim(endpointId, 5);
    await store.record(claims.map((one) => finish(one, result, LATER, { sign: 'says_nothing' })));
    assert.deepEqual(await bench.endpoint(endpointId), before);
    assert.deepEqual(await bench.states(endpointId), { pending: 5 });
  });

  test('W39 who has answered before is known after a restart, the last one first', async () => {
    const [first, second, never, gone] = [
      await received(),
      await received(),
      await received(),
      await received(),
    ];
    for (const { endpointId, userId } of [first, second, gone]) {
      const url = `https://${endpointId.slice(3).toLowerCase()}.example/hook`;
      await bench.edit(userId, endpointId, { url });
      await store.record([finish(await claimOne(endpointId), answered(200), DELIVERED)]);
    }
    const failed = finish(await claimOne(never.endpointId), answered(500), LATER);
    await store.record([failed]);
    await bench.endpoints.delete(
      { userId: gone.userId, clientId: null, grantId: null },
      gone.endpointId,
      NOW,
    );
    const urlOf = async ({ userId, endpointId }: typeof first) =>
      (await bench.endpoints.find({ userId, clientId: null, grantId: null }, endpointId))?.url;
    const known = await store.listAnsweredUrls(2);
    assert.deepEqual(known, [await urlOf(second), await urlOf(first)]);
    const goneHost = gone.endpointId.slice(3).toLowerCase();
    assert.ok(!(await store.listAnsweredUrls(100)).some((url) => url.includes(goneHost)));
  });

  test('W40 an endpoint that is deleted meanwhile gets no further attempt', async () => {
    const { userId, endpointId } = await received(2);
    const claims = await claim(endpointId, 2);
    await bench.endpoints.delete({ userId, clientId: null, grantId: null }, endpointId, NOW);
    const [one, two] = claims;
    assert(one && two);
    await store.record([finish(one, answered(500), LATER), finish(two, answered(200), DELIVERED)]);
    assert.deepEqual(await bench.states(endpointId), { cancelled: 2 });
    assert.equal((await bench.attempts(endpointId)).length, 2, 'the log says what happened');
    assert.ok(!(await dueIds()).includes(endpointId));
  });
});
