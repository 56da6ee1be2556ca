import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, test } from 'node:test';
import postgres from 'postgres';
import { messageIdOf } from '../../src/webhooks/delivery.ts';
import { createWebhookPruneStore } from '../../src/webhooks/sql/prune-store.ts';
import { answered, claimsOf, DELIVERED, finish } from '../support/webhooks/claims.ts';
import { openDeliveryBench } from '../support/webhooks/delivery-bench.ts';
import { logQuery } from '../support/webhooks/endpoint-bench.ts';

/** Messages of no settled record: each has a body of its own. */

const bench = await openDeliveryBench({ after });
const { opened, store, log } = bench;
const { claim, received } = claimsOf(bench);
const owner = postgres(opened.ownerUrl, { max: 1 });
after(() => owner.end());
afterEach(async () => assert.deepEqual(await bench.findings(), []));

const BODY = '{"confirmations":1}';
const TEST_BODY = '{"memo":"Test event"}';
const eventType = 'invoice.incoming.settled';

/** One message of a record, one of an event, and one of a test event, in this order. */
async function addMessages() {
  const { userId, endpointId } = await received();
  const asUser = { userId, clientId: null, grantId: null };
  const [event, sample] = [randomUUID(), randomUUID()];
  await owner`
    insert into webhook_delivery (endpoint_id, message_id, event_type, body, state, next_at)
    values (${endpointId}, ${event}, ${eventType}, ${BODY}, 'pending', now())`;
  const ofEvent = { endpointId, messageId: messageIdOf(event) };
  const ofSample = { endpointId, messageId: messageIdOf(sample) };
  assert.equal(await log.sendTest(asUser, { ...ofSample, eventType, body: TEST_BODY }), 'sent');
  return { asUser, endpointId, event, ofEvent, ofSample };
}

async function deliverAll(endpointId: string) {
  const claims = await claim(endpointId, 10);
  await store.record(claims.map((one) => finish(one, answered(200), DELIVERED)));
  return new Map(claims.map(({ messageId, body }) => [messageId, body]));
}

test('a message of no record is delivered, shown and sent again with its own body', async () => {
  const { asUser, endpointId, event, ofEvent, ofSample } = await addMessages();
  const sent = await deliverAll(endpointId);
  assert.equal(sent.size, 3);
  assert.equal(sent.get(event), BODY);
  const listed = (await log.list(asUser, logQuery(endpointId))) ?? [];
  assert.deepEqual(
    listed.map(({ state, isTest, paymentHash }) => [state, isTest, paymentHash === null]),
    [
      ['succeeded', true, true],
      ['succeeded', false, true],
      ['succeeded', false, false],
    ],
  );
  const { body, delivery, attempts } = (await log.find(asUser, ofEvent)) ?? {};
  assert.deepEqual([body, delivery?.isTest, attempts?.length], [BODY, false, 1]);
  assert.equal((await log.find(asUser, ofSample))?.body, TEST_BODY);
  assert.equal(await log.replay(asUser, ofEvent), 'replayed');
  assert.deepEqual([...(await deliverAll(endpointId))], [[event, BODY]]);
});

test('it stays as long as its endpoint, unlike a test event', async () => {
  const { asUser, endpointId, ofEvent, ofSample } = await addMessages();
  await deliverAll(endpointId);
  await owner`
    update webhook_delivery set done_at = done_at - interval '31 days'
    where endpoint_id = ${endpointId}`;
  const prunes = createWebhookPruneStore(opened.database);
  const before = new Date(Date.now() - 30 * 86_400_000);
  assert.equal(await prunes.pruneTests(before, 10), 1);
  assert.equal(await log.find(asUser, ofSample), null);
  assert.equal((await log.find(asUser, ofEvent))?.body, BODY);
  await bench.endpoints.delete(asUser, endpointId, before);
  assert.equal(await prunes.pruneDeletedEndpoint(new Date(), 10), true);
  const left = await owner`select from webhook_delivery where endpoint_id = ${endpointId}`;
  assert.equal(left.length, 0);
});

test('a test event without a body is refused', async () => {
  const { endpointId } = await received();
  await assert.rejects(
    owner`update webhook_delivery set is_test = true where endpoint_id = ${endpointId}`.execute(),
    { constraint_name: 'webhook_delivery_test_has_body' },
  );
});

test('an older process finds bodies by the name that they had', async () => {
  const { endpointId } = await addMessages();
  const rows = await opened.database.sql<{ is_test: boolean; body: string }[]>`
    select d.test_body is not null as is_test, coalesce(d.test_body, r.body) as body
    from webhook_endpoint e
    join webhook_delivery d on d.endpoint_id = e.id
    left join settled_record r on r.id = d.message_id
    where e.id = ${endpointId} order by d.id`;
  const [ofRecord, ofEvent, ofSample] = rows;
  assert.deepEqual({ ...ofRecord }, { is_test: false, body: '{"keysend":true}' });
  assert.equal(ofEvent?.body, BODY);
  assert.deepEqual({ ...ofSample }, { is_test: true, body: TEST_BODY });
});
