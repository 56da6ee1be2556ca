import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createDeliveryStore } from '../../src/webhooks/sql/delivery-store.ts';
import { createNoticeStore } from '../../src/webhooks/sql/notice-store.ts';
import { createWebhookPruneStore } from '../../src/webhooks/sql/prune-store.ts';
import { webhookJobs } from '../../src/webhooks/webhooks.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { addUser, creditKeysend, later, NODE_PUBKEY, NOW } from '../support/money-model/events.ts';
import { createEndpointBench, type EndpointBench } from '../support/webhooks/endpoint-bench.ts';
import { newEndpoint } from '../support/webhooks/new-endpoint.ts';
import { INCOMING } from '../support/webhooks/webhook-api.ts';

describe('webhook endpoints that a personal token made', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  let bench: EndpointBench;

  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    bench = createEndpointBench(opened);
    await bench.world.setBaseline(NODE_PUBKEY, 0n);
  });
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
  });
  afterEach(async () => assert.deepEqual(await bench.findings(), []));

  const tokens = () => createTokenStore(opened.database);

  async function addToken(userId: string, expiresAt: Date | null = null): Promise<string> {
    const id = randomUUID();
    await tokens().addPersonalToken({
      id,
      userId,
      name: 'till',
      scopes: ['invoices:read'],
      createdAt: NOW,
      expiresAt,
      tokenHash: systemRandom.bytes(32),
    });
    return id;
  }
  const revoke = (id: string, at: Date) => tokens().revokeToken({ id, userId: null }, at);
  const inPerson = (userId: string) => ({ userId, clientId: null, grantId: null });
  const find = (userId: string, id: string) => bench.endpoints.find(inPerson(userId), id);
  const receive = (userId: string) => bench.world.store.credit([creditKeysend(userId)]);
  /** Ends what has expired at a moment, by the job that the service runs every minute. */
  const endExpired = async (at: Date): Promise<void> => {
    const { database } = opened;
    const job = webhookJobs({
      clock: { now: () => at, monotonicMs: () => 0, sleep: async () => undefined },
      mailer: null,
      authUrl: () => 'https://wallet.example',
      textsOf,
      notices: createNoticeStore(database),
      deliveries: createDeliveryStore(database),
      webhookPrunes: createWebhookPruneStore(database),
    })['end-expired-endpoints'];
    assert(job?.everySec === 60);
    await job.work(null, new AbortController().signal, 1n);
  };

  test('W60 end with it, in the same transaction, and no others do', async () => {
    const user = await addUser(bench.world);
    const [token, other] = [await addToken(user), await addToken(user)];
    const ofUser = await bench.add(user);
    const ofToken = await bench.add(user, { grantId: token });
    const ofOther = await bench.add(user, { grantId: other });
    await receive(user);
    assert.equal(await revoke(token, later(5)), true);
    const ended = await find(user, ofToken);
    assert.deepEqual(ended?.disabled, { reason: 'token_ended', at: later(5) });
    assert.equal(ended.tokenId, token);
    await receive(user);
    assert.deepEqual(await bench.deliveries(ofToken), [
      `${INCOMING} skipped`,
      `${INCOMING} skipped`,
    ]);
    for (const id of [ofUser, ofOther]) {
      assert.equal((await find(user, id))?.disabled, null);
      assert.deepEqual(await bench.deliveries(id), [`${INCOMING} pending`, `${INCOMING} pending`]);
    }
    assert.equal(await revoke(token, later(9)), false);
  });

  test('W60 are made by no revoked token, whatever runs at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await addUser(bench.world);
      const token = await addToken(user);
      const maker = { userId: user, clientId: null, grantId: token };
      await Promise.all([
        bench.endpoints.create(newEndpoint(user, maker)),
        revoke(token, later(1)),
        bench.endpoints.create(newEndpoint(user, maker)),
      ]);
      for (const { disabled } of await bench.endpoints.list(inPerson(user))) {
        assert.equal(disabled?.reason, 'token_ended');
      }
      assert.equal(await bench.endpoints.create(newEndpoint(user, maker)), 'revoked');
    }
  });

  test('W60 end when its time is up, and those of living tokens stay', async () => {
    const user = await addUser(bench.world);
    const [short, long] = [await addToken(user, later(60)), await addToken(user, later(120))];
    const ofShort = await bench.add(user, { grantId: short });
    const ofLong = await bench.add(user, { grantId: long });
    const own = await bench.add(user);
    await endExpired(later(59));
    assert.equal((await find(user, ofShort))?.disabled, null);
    await endExpired(later(60));
    const { disabled } = (await find(user, ofShort)) ?? {};
    assert.deepEqual(disabled, { reason: 'token_ended', at: later(60) });
    for (const id of [ofLong, own]) assert.equal((await find(user, id))?.disabled, null);
  });

  test('W60 become their user’s own when they are switched on in person', async () => {
    const user = await addUser(bench.world);
    const token = await addToken(user);
    const id = await bench.add(user, { grantId: token });
    await bench.edit(user, id, { isEnabled: false });
    await bench.edit(user, id, { isEnabled: true });
    assert.equal((await find(user, id))?.tokenId, token, 'the token lives: it stays its maker');
    await revoke(token, later(1));
    await bench.edit(user, id, { description: 'still off' });
    assert.equal((await find(user, id))?.tokenId, token);
    await bench.edit(user, id, { isEnabled: true });
    const kept = await find(user, id);
    assert.deepEqual([kept?.tokenId, kept?.disabled], [null, null]);
    const maker = { userId: user, clientId: null, grantId: token };
    assert.equal(await bench.endpoints.find(maker, id), null, 'its maker has lost it');
  });

  test('W60 are seen and changed by it alone, apart from the user in person', async () => {
    const user = await addUser(bench.world);
    const [token, other] = [await addToken(user), await addToken(user)];
    const id = await bench.add(user, { grantId: token });
    const own = await bench.add(user);
    const owner = (grantId: string) => ({ userId: user, clientId: null, grantId });
    const edit = { url: null, description: 'x', filterTypes: null, isEnabled: null, at: NOW };
    assert.equal(await bench.endpoints.edit(owner(other), { ...edit, id }), 'absent');
    assert.equal(await bench.endpoints.edit(owner(token), { ...edit, id: own }), 'absent');
    assert.equal(await bench.endpoints.delete(owner(other), id, NOW), null);
    const rotation = { id, sealedSecret: new Uint8Array(1), maxOldSecrets: 10, replaces: null };
    const rotate = (grantId: string) =>
      bench.endpoints.rotateSecret(owner(grantId), { ...rotation, oldUntil: NOW, at: NOW });
    assert.deepEqual([await rotate(other), await rotate(token)], ['absent', 'rotated']);
    assert.notEqual(await bench.endpoints.edit(owner(token), { ...edit, id }), 'absent');
    assert.notEqual(await bench.endpoints.delete(owner(token), id, NOW), null);
  });
});
