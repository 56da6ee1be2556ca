import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import postgres from 'postgres';
import { messageIdOf } from '../../src/webhooks/delivery.ts';
import { KEEP_WEBHOOK_REMAINS_MS } from '../../src/webhooks/limits.ts';
import { pruneWebhooks } from '../../src/webhooks/prune-webhooks.ts';
import { createWebhookPruneStore } from '../../src/webhooks/sql/prune-store.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { answered, claimsOf, DELIVERED, finish, HOOK_URL } from '../support/webhooks/claims.ts';
import { openDeliveryBench } from '../support/webhooks/delivery-bench.ts';

const NOT_STOPPED = new AbortController().signal;

describe('what is left of webhooks is removed after its time', async () => {
  const bench = await openDeliveryBench({ after });
  const { store } = bench;
  const { claim, received } = claimsOf(bench);
  const prunes = createWebhookPruneStore(bench.opened.database);
  const owner = postgres(bench.opened.superuserUrl, { max: 1 });
  after(() => owner.end());
  afterEach(async () => assert.deepEqual(await bench.findings(), []));

  let tests = 0;
  const sendTest = async (userId: string, endpointId: string): Promise<string> => {
    tests += 1;
    const messageId = messageIdOf(`019aa5e0-c2b8-7c41-b4bd-${String(tests).padStart(12, '0')}`);
    const event = { eventType: 'invoice.incoming.settled', body: '{"test":true}' } as const;
    const key = { endpointId, messageId };
    assert.equal(
      await bench.log.sendTest({ userId, clientId: null, grantId: null }, { ...key, ...event }),
      'sent',
    );
    return messageId;
  };
  const deliverAll = async (endpointId: string): Promise<void> => {
    const claims = await claim(endpointId, 100);
    await store.record(claims.map((one) => finish(one, answered(200), DELIVERED)));
  };
  /** As if what has ended for the endpoint had done so days ago. */
  const age = async (endpointId: string, days: number): Promise<void> => {
    await owner`
      update webhook_delivery set done_at = done_at - ${days} * interval '1 day'
      where endpoint_id = ${endpointId}`;
    await owner`
      update webhook_endpoint set deleted_at = deleted_at - ${days} * interval '1 day'
      where id = ${endpointId}`;
  };
  const ago = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  const rows = async (endpointId: string): Promise<readonly number[]> => {
    const [row] = await owner<{ endpoints: number; deliveries: number; attempts: number }[]>`
      select (select count(*)::integer from webhook_endpoint where id = ${endpointId}) as endpoints,
        (select count(*)::integer from webhook_delivery where endpoint_id = ${endpointId})
          as deliveries,
        (select count(*)::integer from webhook_attempt where endpoint_id = ${endpointId})
          as attempts`;
    assert(row !== undefined);
    return [row.endpoints, row.deliveries, row.attempts];
  };

  test('test events that ended long ago go with their attempts, what tells of money stays', async () => {
    const { userId, endpointId } = await received(2);
    for (const _ of [1, 2, 3]) await sendTest(userId, endpointId);
    await deliverAll(endpointId);
    await age(endpointId, 31);
    await sendTest(userId, endpointId);
    await deliverAll(endpointId);
    await sendTest(userId, endpointId);
    assert.deepEqual(await rows(endpointId), [1, 7, 6]);
    assert.equal(await prunes.pruneTests(ago(30), 2), 2);
    assert.equal(await prunes.pruneTests(ago(30), 2), 1);
    assert.equal(await prunes.pruneTests(ago(30), 2), 0);
    assert.deepEqual(
      await rows(endpointId),
      [1, 4, 3],
      'two of money, a young one, one that waits',
    );
  });

  test('a test event that was sent again counts from then', async () => {
    const { userId, endpointId } = await bench.addReceiver(HOOK_URL);
    const messageId = await sendTest(userId, endpointId);
    await deliverAll(endpointId);
    await age(endpointId, 31);
    await bench.log.replay({ userId, clientId: null, grantId: null }, { endpointId, messageId });
    assert.equal(await prunes.pruneTests(ago(30), 9), 0);
    await deliverAll(endpointId);
    assert.equal(await prunes.pruneTests(ago(30), 9), 0);
    assert.deepEqual(await rows(endpointId), [1, 1, 2]);
  });

  test('an endpoint that was deleted goes in parts, with all that was sent to it', async () => {
    const [{ userId, endpointId }, other] = [await received(5), await received(5)];
    await deliverAll(endpointId);
    await bench.settle(userId, 2);
    const deleting = { userId, clientId: null, grantId: null };
    await bench.endpoints.delete(deleting, endpointId, ago(0));
    assert.equal(await prunes.pruneDeletedEndpoint(ago(30), 3), false, 'not yet');
    await age(endpointId, 31);
    assert.equal(await prunes.pruneDeletedEndpoint(ago(30), 3), true);
    assert.deepEqual(await rows(endpointId), [1, 4, 2]);
    assert.deepEqual(await bench.findings(), [], 'half removed contradicts nothing');
    assert.equal(await prunes.pruneDeletedEndpoint(ago(30), 3), true);
    assert.equal(await prunes.pruneDeletedEndpoint(ago(30), 3), true);
    assert.deepEqual(await rows(endpointId), [0, 0, 0]);
    assert.equal(await prunes.pruneDeletedEndpoint(ago(30), 3), false);
    assert.deepEqual(await rows(other.endpointId), [1, 5, 0]);
  });

  test('a result that comes after all was removed does no harm', async () => {
    const { userId, endpointId } = await received(2);
    const claims = await claim(endpointId, 2);
    await bench.endpoints.delete({ userId, clientId: null, grantId: null }, endpointId, ago(31));
    await prunes.pruneDeletedEndpoint(ago(30), 9);
    await store.record(claims.map((one) => finish(one, answered(200), DELIVERED)));
    await store.record(claims.map((one) => finish(one, answered(500), DELIVERED)));
    assert.deepEqual(await rows(endpointId), [0, 0, 0]);
  });

  test('the job removes all of both kinds, and what two of them do at once is done once', async () => {
    const clock = createVirtualClock();
    const { userId, endpointId } = await received();
    const deleted = await received(1200);
    await sendTest(userId, endpointId);
    await deliverAll(endpointId);
    await bench.endpoints.delete(
      { userId: deleted.userId, clientId: null, grantId: null },
      deleted.endpointId,
      clock.now(),
    );
    const work = () => pruneWebhooks({ webhookPrunes: prunes, clock }, NOT_STOPPED);
    const at = new Date(clock.now().getTime() - KEEP_WEBHOOK_REMAINS_MS - 1);
    await owner`
      update webhook_delivery set done_at = ${at}
      where done_at is not null and is_test`;
    await owner`
      update webhook_endpoint set deleted_at = ${at} where id = ${deleted.endpointId}`;
    await Promise.all([work(), work()]);
    await work();
    assert.deepEqual(await rows(endpointId), [1, 1, 1]);
    assert.deepEqual(await rows(deleted.endpointId), [0, 0, 0]);
  });
});
