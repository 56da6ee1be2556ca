import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import postgres from 'postgres';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { eventually } from '../support/eventually.ts';
import { NOW } from '../support/money-model/events.ts';
import { answered, claimsOf, DELIVERED, finish, LATER } from '../support/webhooks/claims.ts';
import { openDeliveryBench, someLooks } from '../support/webhooks/delivery-bench.ts';
import { startHookReceiver } from '../support/webhooks/hook-receiver.ts';

describe('webhooks of users who are switched off', async () => {
  const bench = await openDeliveryBench({ after });
  const { store } = bench;
  const users = createUserStore(bench.opened.database);
  const { claimOne, dueIds, received } = claimsOf(bench);
  const owner = postgres(bench.opened.superuserUrl, { max: 1 });
  after(() => owner.end());
  afterEach(async () => assert.deepEqual(await bench.findings(), []));

  const switchUser = (userId: string, disabledAt: Date | null) =>
    users.updateUser(userId, { disabledAt });

  test('what is due waits while its user is off, and goes on when he is on again', async () => {
    const [{ userId, endpointId }, other] = [await received(2), await received(1)];
    await switchUser(userId, NOW);
    await bench.settle(userId, 1);
    assert.deepEqual(
      (await dueIds()).filter((id) => id === endpointId),
      [],
    );
    assert.ok((await dueIds()).includes(other.endpointId), 'nobody else waits');
    assert.deepEqual(await bench.states(endpointId), { pending: 3 });
    await switchUser(userId, null);
    assert.ok((await dueIds()).includes(endpointId));
  });

  test('what waits for its user is no backlog that someone should look after', async () => {
    const { userId, endpointId } = await received(1);
    await owner`
      update webhook_delivery set next_at = now() - interval '9 days'
      where endpoint_id = ${endpointId}`;
    const dueSec = async () => (await store.readBacklog()).oldestDueSec ?? 0;
    assert.ok((await dueSec()) > 700_000);
    await switchUser(userId, NOW);
    assert.ok((await dueSec()) < 700_000);
  });

  test('an endpoint that failed before has not failed all the time since', async () => {
    const { userId, endpointId } = await received(1);
    await store.record([finish(await claimOne(endpointId), answered(500), LATER)]);
    await switchUser(userId, NOW);
    await bench.age(24 * 6);
    await switchUser(userId, NOW);
    assert.notEqual((await bench.endpoint(endpointId)).failing_since, null);
    await switchUser(userId, null);
    const { failing_since: since, consecutive_failures: count } = await bench.endpoint(endpointId);
    assert.deepEqual([since, count], [null, 0]);
    await store.record([finish(await claimOne(endpointId), answered(200), DELIVERED)]);
    assert.notEqual((await bench.endpoint(endpointId)).last_success_at, null);
  });

  test('a worker sends nothing meanwhile, and all of it after', async () => {
    const receiver = await startHookReceiver();
    after(() => receiver.close());
    const { userId, endpointId } = await bench.addReceiver(receiver.url);
    await switchUser(userId, NOW);
    await bench.settle(userId, 5);
    const worker = bench.startWorker();
    await someLooks();
    assert.deepEqual(await bench.states(endpointId), { pending: 5 });
    await switchUser(userId, null);
    await eventually('all is sent', async () => {
      const { succeeded } = await bench.states(endpointId);
      return succeeded === 5 ? true : null;
    });
    await worker.stop();
  });

  test('of a thousand endpoints that wait, the first one that does not is found', async () => {
    const off = await received(1);
    await owner`
      insert into webhook_endpoint (id, user_id, url, description, filter_types, state,
        told_after_seq, created_at)
      select 'ep_' || lpad(n::text, 27, '0'), user_id, url, '', filter_types, 'active', 1, now()
      from webhook_endpoint, generate_series(1, 1500) n where id = ${off.endpointId}`;
    await owner`
      insert into webhook_delivery (endpoint_id, message_id, event_type, body, state, next_at)
      select 'ep_' || lpad(n::text, 27, '0'), gen_random_uuid(), 'invoice.incoming.settled', '{}',
        'pending', now() from generate_series(1, 1500) n`;
    await switchUser(off.userId, NOW);
    const { endpointId } = await received(1);
    const [first] = await store.listDueEndpoints(`ep_${'0'.repeat(27)}`, 1);
    assert.ok(first !== undefined && first.userId !== off.userId);
    assert.ok((await dueIds()).includes(endpointId));
  });
});
