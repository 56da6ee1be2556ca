import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MAX_COUNTED_DELIVERIES } from '../../src/webhooks/limits.ts';
import { unsealSigningSecret } from '../../src/webhooks/signing-secrets.ts';
import { createEndpointStatsStore } from '../../src/webhooks/sql/endpoint-stats-store.ts';
import { NOW } from '../support/money-model/events.ts';
import { answered, claimsOf, DELIVERED, finish, HOOK_URL } from '../support/webhooks/claims.ts';
import { openDeliveryBench } from '../support/webhooks/delivery-bench.ts';

const bench = await openDeliveryBench({ after });
const { store, endpoints, opened } = bench;
const insight = createEndpointStatsStore(opened.database);
const { claimOne, received } = claimsOf(bench);

const countsOf = async (userId: string, endpointId: string) =>
  (await insight.countDeliveries(userId)).get(endpointId);

test('counts what waits and what was missed, and not what was delivered', async () => {
  const { userId, endpointId } = await received(3);
  assert.deepEqual(await countsOf(userId, endpointId), { pending: 3, missed: 0 });
  await store.record([finish(await claimOne(endpointId), answered(200), DELIVERED)]);
  const given = finish(await claimOne(endpointId), answered(500), { kind: 'exhausted' });
  await store.record([given]);
  assert.deepEqual(await countsOf(userId, endpointId), { pending: 1, missed: 1 });
  await bench.edit(userId, endpointId, { isEnabled: false });
  await bench.settle(userId, 1);
  assert.deepEqual(await countsOf(userId, endpointId), { pending: 0, missed: 3 });
});

test('counts so many at most, each endpoint by itself', async () => {
  const { userId, endpointId } = await received(MAX_COUNTED_DELIVERIES + 1);
  const later = await bench.addEndpoint(userId, HOOK_URL);
  await bench.settle(userId, 2);
  assert.deepEqual(
    await insight.countDeliveries(userId),
    new Map([
      [endpointId, { pending: MAX_COUNTED_DELIVERIES, missed: 0 }],
      [later, { pending: 2, missed: 0 }],
    ]),
  );
});

test('W59 knows secrets and deliveries of the user alone, and none that were deleted', async () => {
  const one = await received();
  const other = await received();
  const read = async (userId: string) =>
    (await insight.readSecrets(userId)).map(({ endpointId, sealed, validUntil }) => ({
      endpointId,
      validUntil,
      isReadable: unsealSigningSecret(bench.webhookKey, endpointId, sealed) !== null,
    }));
  const current = { endpointId: one.endpointId, validUntil: null, isReadable: true };
  assert.deepEqual(await read(one.userId), [current]);
  const oldUntil = new Date(NOW.getTime() + 1000);
  const rotation = { id: one.endpointId, sealedSecret: new Uint8Array([1]), oldUntil, at: NOW };
  await endpoints.rotateSecret(
    { userId: one.userId, clientId: null, grantId: null },
    { ...rotation, maxOldSecrets: 10, replaces: null },
  );
  assert.deepEqual(await read(one.userId), [
    { ...current, isReadable: false },
    { ...current, validUntil: oldUntil },
  ]);
  assert.deepEqual([...(await insight.countDeliveries(other.userId)).keys()], [other.endpointId]);
  await endpoints.delete(
    { userId: one.userId, clientId: null, grantId: null },
    one.endpointId,
    NOW,
  );
  assert.deepEqual(await read(one.userId), []);
  assert.equal((await insight.countDeliveries(one.userId)).size, 0);
});

test('the books are in order', async () => {
  assert.deepEqual(await bench.findings(), []);
});
