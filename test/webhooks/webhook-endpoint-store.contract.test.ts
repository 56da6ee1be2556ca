import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { createAppGrantStore } from '../../src/apps/sql/app-grant-store.ts';
import { createClientStore } from '../../src/apps/sql/client-store.ts';
import { newIdentifier } from '../../src/base/id.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { endLeftDeliveries } from '../../src/webhooks/end-left-deliveries.ts';
import { createDeliveryStore } from '../../src/webhooks/sql/delivery-store.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { addUser, creditKeysend, later, NODE_PUBKEY, NOW } from '../support/money-model/events.ts';
import { times } from '../support/money-model/many-at-once.ts';
import { createEndpointBench, type EndpointBench } from '../support/webhooks/endpoint-bench.ts';
import { newEndpoint } from '../support/webhooks/new-endpoint.ts';

const INCOMING = 'invoice.incoming.settled';

const HEALTHY = { lastSuccessAt: null, failingSince: null, consecutiveFailures: 0 };
const KEPT = { oldUntil: later(60), maxOldSecrets: 10, at: NOW };
const APP = {
  kind: 'registered' as const,
  name: 'App',
  createdAt: NOW,
  secretHash: null,
  s256Only: false,
  sendsIssuer: true,
  url: 'https://a.example',
  callback: 'https://a.example/back',
};

describe('webhook endpoints, in the database', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  let bench: EndpointBench;
  let owner: postgres.Sql;

  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    owner = postgres(opened.ownerUrl, { max: 1 });
    bench = createEndpointBench(opened);
    await bench.world.setBaseline(NODE_PUBKEY, 0n);
  });
  after(async () => {
    await owner.end();
    for (const cleanup of cleanups) await cleanup();
  });
  afterEach(async () => assert.deepEqual(await bench.findings(), []));

  const clients = () => createClientStore(opened.database);
  const appGrants = () => createAppGrantStore(opened.database);

  async function addClient(ownerUserId: string): Promise<string> {
    const id = newIdentifier(systemRandom, 10);
    await clients().insertClient({ ...APP, id, ownerUserId });
    return id;
  }
  async function connect(userId: string, clientId: string): Promise<string> {
    const joined = await appGrants().joinAppGrant({
      newId: randomUUID(),
      userId,
      clientId,
      scopes: ['invoices:read'],
      at: NOW,
    });
    assert(joined !== null);
    return joined.appGrantId;
  }
  const disabledOf = async (userId: string, id: string) =>
    (await bench.endpoints.find({ userId, clientId: null, grantId: null }, id))?.disabled;
  const pendingCount = async (id: string): Promise<number> =>
    (await bench.deliveries(id)).filter((text) => text.endsWith(' pending')).length;

  test('W60 an app that is revoked is told nothing more, in the same transaction', async () => {
    const user = await addUser(bench.world);
    const [client, other] = [await addClient(user), await addClient(user)];
    const [appGrantId] = [await connect(user, client), await connect(user, other)];
    const ofUser = await bench.add(user);
    const ofApp = await bench.add(user, { clientId: client });
    const ofOther = await bench.add(user, { clientId: other });
    await bench.world.store.credit([creditKeysend(user)]);
    assert.equal(await appGrants().revokeAppGrant(user, appGrantId, later(5)), true);
    assert.deepEqual(await disabledOf(user, ofApp), { reason: 'app_revoked', at: later(5) });
    for (const id of [ofUser, ofOther]) assert.equal(await disabledOf(user, id), null);
    await bench.world.store.credit([creditKeysend(user)]);
    assert.deepEqual(
      await bench.deliveries(ofApp),
      times(2, () => `${INCOMING} skipped`),
    );
    assert.deepEqual([await pendingCount(ofUser), await pendingCount(ofOther)], [2, 2]);
    await appGrants().revokeAppGrant(user, appGrantId, later(9));
    assert.deepEqual(await disabledOf(user, ofApp), { reason: 'app_revoked', at: later(5) });
  });

  test('W60 an app that is removed is told nothing more, of no user', async () => {
    const users = await Promise.all(times(5, () => addUser(bench.world)));
    const client = await addClient(users[0] ?? '');
    const ids = new Map<string, string>();
    for (const user of users) {
      await connect(user, client);
      ids.set(user, await bench.add(user, { clientId: client }));
    }
    assert.equal(await clients().removeClient(client, null, later(3)), true);
    for (const [user, id] of ids) {
      assert.deepEqual(await disabledOf(user, id), { reason: 'app_revoked', at: later(3) });
      await bench.world.store.credit([creditKeysend(user)]);
      assert.equal(await pendingCount(id), 0);
    }
  });

  test('W60 an app without permission makes and enables nothing, whatever runs at the same time', async () => {
    for (const _ of times(10, () => 0)) {
      const user = await addUser(bench.world);
      const client = await addClient(user);
      const appGrantId = await connect(user, client);
      const first = await bench.add(user, { clientId: client });
      const app = { userId: user, clientId: client, grantId: appGrantId };
      const edit = { url: null, description: null, filterTypes: null, at: NOW };
      await Promise.all([
        bench.endpoints.create(newEndpoint(user, app)),
        bench.endpoints.edit(app, { ...edit, id: first, isEnabled: true }),
        bench.endpoints.create(newEndpoint(user, app)),
        appGrants().revokeAppGrant(user, appGrantId, later(1)),
        bench.endpoints.edit(app, { ...edit, id: first, isEnabled: true }),
        bench.edit(user, first, { isEnabled: true }),
      ]);
      const all = await bench.endpoints.list({ userId: user, clientId: null, grantId: null });
      assert.deepEqual(
        all.map(({ disabled }) => disabled?.reason),
        all.map(() => 'app_revoked'),
      );
      assert.equal(await bench.endpoints.create(newEndpoint(user, app)), 'revoked');
      const late = { ...edit, id: first, isEnabled: true };
      assert.equal(await bench.endpoints.edit(app, late), 'revoked');
      const byUser = bench.endpoints.edit({ userId: user, clientId: null, grantId: null }, late);
      assert.equal(await byUser, 'disconnected');
      const rotation = { id: first, sealedSecret: new Uint8Array(1), maxOldSecrets: 10 };
      const rotated = bench.endpoints.rotateSecret(app, {
        ...rotation,
        replaces: null,
        oldUntil: NOW,
        at: NOW,
      });
      assert.equal(await rotated, 'revoked');
    }
  });

  test('W60 an app that its user allows again enables its endpoint, until the next time', async () => {
    const user = await addUser(bench.world);
    const client = await addClient(user);
    const id = await bench.add(user, { clientId: client }).catch(() => null);
    assert.equal(id, null, 'not before it is allowed');
    await appGrants().revokeAppGrant(user, await connect(user, client), NOW);
    const appGrantId = await connect(user, client);
    const made = await bench.add(user, { clientId: client });
    await appGrants().revokeAppGrant(user, appGrantId, NOW);
    const next = await connect(user, client);
    await bench.edit(user, made, { isEnabled: true });
    assert.equal(await disabledOf(user, made), null);
    await appGrants().revokeAppGrant(user, next, later(2));
    assert.deepEqual(await disabledOf(user, made), { reason: 'app_revoked', at: later(2) });
  });

  test('as many endpoints as allowed, whatever runs at the same time', async () => {
    const user = await addUser(bench.world);
    const outcomes = await Promise.all(
      times(20, () => bench.endpoints.create(newEndpoint(user, { maxEndpoints: 5 }))),
    );
    assert.equal(outcomes.filter((outcome) => outcome === 'created').length, 5);
  });

  test('one endpoint of one id, whatever runs at the same time; also after it was deleted', async () => {
    const [user, other] = [await addUser(bench.world), await addUser(bench.world)];
    const endpoint = newEndpoint(user);
    const outcomes = await Promise.all(times(5, () => bench.endpoints.create(endpoint)));
    assert.deepEqual(outcomes.toSorted(), ['created', ...times(4, () => 'present')]);
    assert.equal(await bench.endpoints.create({ ...endpoint, userId: other }), 'present');
    const all = await bench.endpoints.list({ userId: user, clientId: null, grantId: null });
    assert.deepEqual(
      all.map(({ id }) => id),
      [endpoint.id],
    );
    await bench.endpoints.delete({ userId: user, clientId: null, grantId: null }, endpoint.id, NOW);
    assert.equal(await bench.endpoints.create(endpoint), 'present');
    assert.deepEqual(
      await bench.endpoints.list({ userId: user, clientId: null, grantId: null }),
      [],
    );
  });

  test('a secret is replaced once by those who mean the same one, also at once', async () => {
    const user = await addUser(bench.world);
    const byUser = { userId: user, clientId: null, grantId: null };
    const id = await bench.add(user, { sealedSecret: new Uint8Array([1]) });
    const rotate = (byte: number, replaces: number) =>
      bench.endpoints.rotateSecret(byUser, {
        id,
        sealedSecret: new Uint8Array([byte]),
        replaces: new Uint8Array([replaces]),
        ...KEPT,
      });
    const outcomes = await Promise.all([2, 3, 4, 5].map((byte) => rotate(byte, 1)));
    const others = times(3, () => 'replaced_before');
    assert.deepEqual(outcomes.toSorted(), [...others, 'rotated']);
    const first = 2 + outcomes.indexOf('rotated');
    assert.equal(await rotate(6, 1), 'replaced_before', 'one that signs beside it');
    const stored = await owner<{ sealed: Uint8Array }[]>`
      select sealed from webhook_secret where endpoint_id = ${id} order by number`;
    assert.deepEqual(
      stored.map(({ sealed }) => sealed[0]),
      [1, first],
    );
    assert.equal(await rotate(7, first), 'rotated');
    await bench.endpoints.delete(byUser, id, NOW);
    assert.equal(await rotate(8, 7), 'absent');
  });

  test('W37 disabling sets aside what waits, however much, once for each reason', async () => {
    const user = await addUser(bench.world);
    const id = await bench.add(user);
    await owner`
      insert into webhook_delivery (endpoint_id, message_id, event_type, body, state, next_at)
      select ${id}, gen_random_uuid(), ${INCOMING}, '{}', 'pending', now()
      from generate_series(1, 20000)`;
    const disable = async (reason: string, at: Date) => {
      const rows = await opened.database.sql<{ id: string }[]>`
        select id from disable_webhook_endpoints(${opened.database.sql.array([id, 'ep_x'], 1009)},
          ${reason}, ${at}) as id`;
      return rows.map((row) => row.id);
    };
    assert.deepEqual(await disable('failing', later(1)), [id]);
    assert.deepEqual(await disable('gone', later(2)), []);
    assert.deepEqual(await disabledOf(user, id), { reason: 'failing', at: later(1) });
    const deliveries = createDeliveryStore(opened.database);
    const order = { endpoint_id: id };
    await endLeftDeliveries({ deliveries }, order, new AbortController().signal);
    assert.equal(await pendingCount(id), 0);
    await bench.edit(user, id, { isEnabled: true });
    await assert.rejects(disable('boredom', NOW), /check constraint/);
  });

  test('enabling forgets how it was doing', async () => {
    const user = await addUser(bench.world);
    const id = await bench.add(user);
    await owner`
      update webhook_endpoint set state = 'disabled', disabled_reason = 'failing',
        disabled_at = ${NOW}, failing_since = ${NOW}, consecutive_failures = 8, warned_stage = 2
      where id = ${id}`;
    const before = await bench.endpoints.find({ userId: user, clientId: null, grantId: null }, id);
    assert.equal(before?.health.consecutiveFailures, 8);
    await bench.edit(user, id, { isEnabled: true });
    const after = await bench.endpoints.find({ userId: user, clientId: null, grantId: null }, id);
    assert.deepEqual(after?.health, HEALTHY);
    const [row] = await owner`select warned_stage from webhook_endpoint where id = ${id}`;
    assert.equal(row?.['warned_stage'], 0);
  });

  test('the service writes endpoints through their functions only', async () => {
    const { sql } = opened.database;
    for (const statement of [
      'insert into webhook_endpoint select * from webhook_endpoint',
      'update webhook_endpoint set url = url',
      'select from webhook_endpoint for no key update',
      'delete from webhook_endpoint',
      'update webhook_secret set valid_until = valid_until',
      'update webhook_delivery set state = state',
      'delete from webhook_delivery',
      'update wallet set has_webhooks = true',
      "select write_webhook_deliveries('{}')",
      "select end_some_webhook_deliveries('{}', 'cancelled', 1)",
    ]) {
      await assert.rejects(sql.unsafe(statement), /permission denied/, statement);
    }
  });
});
