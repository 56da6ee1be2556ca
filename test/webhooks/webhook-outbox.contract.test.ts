import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import postgres from 'postgres';
import type { InternalPaymentEvent } from '../../src/ledger/money-store.ts';
import { createMoneyStore } from '../../src/ledger/sql/money-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  creditInvoice,
  creditKeysend,
  failedEnd,
  internalKeysend,
  NODE_PUBKEY,
  NOW,
  OWNER,
  payInvoice,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import { times } from '../support/money-model/many-at-once.ts';
import {
  createEndpointBench,
  type EndpointBench,
  logQuery,
} from '../support/webhooks/endpoint-bench.ts';

const INCOMING = 'invoice.incoming.settled';
const OUTGOING = 'invoice.outgoing.settled';

describe('the outbox: who is told of a settlement', () => {
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

  test('W24 every kind of settlement is told, one event for each side', async () => {
    const { world } = bench;
    const [payer, payee] = [await addUser(world, 10_000), await addUser(world)];
    const [ofPayer, ofPayee] = [await bench.add(payer), await bench.add(payee)];
    const invoice = await addInvoice(world, payee);
    await world.store.settleInternal([payInvoice(payer, invoice)]);
    await world.store.settleInternal([internalKeysend(payer, payee)]);
    await world.store.credit([creditInvoice(invoice, false), creditKeysend(payee)]);
    const [settled, failed] = [reserveEvent(payer), reserveEvent(payer)];
    await world.store.reserve([settled, failed]);
    for (const { order } of [settled, failed]) await world.beginDispatch(order.id, OWNER);
    await world.store.resolve([settledEnd(settled.order), failedEnd(failed.order.id)]);
    assert.deepEqual(
      await bench.deliveries(ofPayer),
      times(3, () => `${OUTGOING} pending`),
    );
    assert.deepEqual(
      await bench.deliveries(ofPayee),
      times(4, () => `${INCOMING} pending`),
    );
  });

  test('a settlement wakes the sender of webhooks if there may be something to send', async () => {
    const { world } = bench;
    const woken: string[] = [];
    const notifier = (name: string) => ({ notify: () => void woken.push(name) });
    const notifiers = { deliveryNotifier: notifier('sender'), liveNotifier: notifier('pages') };
    const store = createMoneyStore({
      database: opened.database,
      clock: systemClock,
      random: systemRandom,
      afterSettlement: notifiers,
    });
    const wokenBy = async (work: Promise<unknown>): Promise<readonly string[]> => {
      await work;
      return woken.splice(0);
    };
    const add = async () => await addUser(world, 1000);
    const [one, other, told] = [await add(), await add(), await add()];
    await bench.add(told);
    const settle = (...events: InternalPaymentEvent[]) => wokenBy(store.settleInternal(events));
    const first = internalKeysend(one, other);
    assert.deepEqual(await settle(first), ['pages']);
    assert.deepEqual(await settle(first), [], 'it was settled before');
    assert.deepEqual(await settle(internalKeysend(one, told)), ['pages', 'sender']);
    assert.deepEqual(await settle(internalKeysend(told, other)), ['pages', 'sender']);
    // With a repeat in the list, the function decides about each payment by itself.
    assert.deepEqual(await settle(first, internalKeysend(told, other)), ['pages', 'sender']);
    assert.deepEqual(await settle(first, internalKeysend(one, other)), ['pages']);
    assert.deepEqual(await wokenBy(store.credit([creditKeysend(one)])), ['pages', 'sender']);
    const reserved = reserveEvent(one);
    assert.deepEqual(await wokenBy(store.reserve([reserved])), []);
    const failed = failedEnd(reserved.order.id, 'reserved');
    assert.deepEqual(await wokenBy(store.resolve([failed])), ['pages', 'sender']);
  });

  test('W24 what settled before an endpoint was made, or after it was deleted, is not told', async () => {
    const { world } = bench;
    const user = await addUser(world, 1000);
    const id = await bench.add(user);
    await world.store.credit([creditKeysend(user)]);
    const last = await bench.add(user);
    await bench.endpoints.delete({ userId: user, clientId: null, grantId: null }, id, NOW);
    await world.store.credit([creditKeysend(user)]);
    assert.deepEqual(await bench.deliveries(id), [`${INCOMING} cancelled`]);
    assert.deepEqual(await bench.deliveries(last), [`${INCOMING} pending`]);
    await bench.endpoints.delete({ userId: user, clientId: null, grantId: null }, last, NOW);
    await world.store.credit([creditKeysend(user)]);
    assert.equal((await bench.deliveries(last)).length, 1);
  });

  test('W24 the filter decides which of both are told, and a changed one from then on', async () => {
    const { world } = bench;
    const user = await addUser(world, 1000);
    const incoming = await bench.add(user, { filterTypes: [INCOMING] });
    const outgoing = await bench.add(user, { filterTypes: [OUTGOING] });
    const both = await bench.add(user, { filterTypes: [OUTGOING, INCOMING] });
    await world.store.settleInternal([internalKeysend(user, user)]);
    assert.deepEqual(await bench.deliveries(incoming), [`${INCOMING} pending`]);
    assert.deepEqual(await bench.deliveries(outgoing), [`${OUTGOING} pending`]);
    assert.deepEqual(await bench.deliveries(both), [`${OUTGOING} pending`, `${INCOMING} pending`]);
    await bench.edit(user, incoming, { filterTypes: [OUTGOING] });
    await world.store.settleInternal([internalKeysend(user, user)]);
    assert.deepEqual(await bench.deliveries(incoming), [
      `${INCOMING} pending`,
      `${OUTGOING} pending`,
    ]);
  });

  test('W14 M62 what is rolled back is not told', async () => {
    const { world } = bench;
    const user = await addUser(world, 1000);
    const id = await bench.add(user);
    const { database } = opened;
    const store = createMoneyStore({
      clock: systemClock,
      random: systemRandom,
      database: {
        ...database,
        query: (work) =>
          database.transaction(async (sql) => {
            await work(sql);
            throw new Error('before the commit');
          }),
      },
    });
    await assert.rejects(store.settleInternal([internalKeysend(user, user)]), /before the commit/);
    assert.deepEqual(await bench.deliveries(id), []);
    assert.equal((await world.records(user)).length, 1);
  });

  test('W16 the same settlement again is told once', async () => {
    const { world } = bench;
    const user = await addUser(world, 1000);
    const id = await bench.add(user);
    const [credit, payment] = [creditKeysend(user), internalKeysend(user, user)];
    const kinds: string[] = [];
    for (const _ of times(2, () => 0)) {
      const credited = await world.store.credit([credit, credit]);
      const settled = await world.store.settleInternal([payment]);
      kinds.push(...[...credited, ...settled].map(({ kind }) => kind));
    }
    assert.deepEqual(kinds.slice(0, 2), ['credited', 'present']);
    assert.deepEqual(await bench.deliveries(id), [
      `${INCOMING} pending`,
      `${OUTGOING} pending`,
      `${INCOMING} pending`,
    ]);
  });

  test('W7 W23 no text in a record can keep a settlement from being booked and told', async () => {
    const { world } = bench;
    const user = await addUser(world);
    const id = await bench.add(user);
    for (const memo of ['a\0b', '\ud800', '🎉 \u2028\u2029', '"\\/</script>', 'x'.repeat(70_000)]) {
      const record = JSON.stringify({ memo });
      const event = creditKeysend(user);
      const target = { ...event.target, record };
      const [answer] = await world.store.credit([{ ...event, target }]);
      assert.equal(answer?.kind, 'credited');
      const [newest] = await listOf(user, id);
      assert(newest !== undefined);
      const { messageId } = newest;
      const owner = { userId: user, clientId: null, grantId: null };
      const detail = await bench.log.find(owner, { endpointId: id, messageId });
      assert.equal(detail?.body, record);
    }
  });

  test('W37 W38 a disabled endpoint gets skipped ones, which a recovery delivers', async () => {
    const { world } = bench;
    const user = await addUser(world);
    const id = await bench.add(user);
    await world.store.credit([creditKeysend(user)]);
    await bench.edit(user, id, { isEnabled: false });
    await world.store.credit([creditKeysend(user)]);
    assert.deepEqual(
      await bench.deliveries(id),
      times(2, () => `${INCOMING} skipped`),
    );
    await bench.edit(user, id, { isEnabled: true });
    await world.store.credit([creditKeysend(user)]);
    assert.deepEqual(await bench.deliveries(id), [
      ...times(2, () => `${INCOMING} skipped`),
      `${INCOMING} pending`,
    ]);
    const owner = { userId: user, clientId: null, grantId: null };
    const window = { endpointId: id, since: new Date(0), limit: 100 };
    assert.equal(await bench.log.recover(owner, window), 2);
    assert.equal(await bench.log.recover(owner, window), 0);
    assert.deepEqual(
      await bench.deliveries(id),
      times(3, () => `${INCOMING} pending`),
    );
  });

  test('what changes while money moves is seen before or after, never half', async () => {
    const { world } = bench;
    const users = await Promise.all(times(4, () => addUser(world, 100_000)));
    const anyUser = (index: number): string => users[index % users.length] ?? '';
    const settling = times(60, async (index) => {
      await world.store.settleInternal([internalKeysend(anyUser(index), anyUser(index + 1))]);
      await world.store.credit([creditKeysend(anyUser(index * 3))]);
    });
    const changing = times(20, async (index) => {
      const user = anyUser(index);
      const id = await bench.add(user, { maxEndpoints: 100 });
      await bench.edit(user, id, { filterTypes: [index % 2 === 0 ? INCOMING : OUTGOING] });
      await bench.edit(user, id, { isEnabled: false });
      await bench.edit(user, id, { isEnabled: true });
      const window = { endpointId: id, since: new Date(0), limit: 100 };
      await bench.log.recover({ userId: user, clientId: null, grantId: null }, window);
      if (index % 3 === 0) {
        await bench.endpoints.delete({ userId: user, clientId: null, grantId: null }, id, NOW);
      }
    });
    await Promise.all([...settling, ...changing]);
    const ids = (
      await Promise.all(
        users.map((userId) => bench.endpoints.list({ userId, clientId: null, grantId: null })),
      )
    ).flat();
    assert.equal(ids.length, 13);
  });

  test('the check finds a message that was lost, one too many and one that waits in vain', async () => {
    const { world } = bench;
    const user = await addUser(world);
    const id = await bench.add(user);
    await world.store.credit([creditKeysend(user), creditKeysend(user)]);
    const owner = postgres(opened.ownerUrl, { max: 1 });
    const [kept] = await owner`
      delete from webhook_delivery where endpoint_id = ${id} returning message_id`;
    assert.equal((await bench.findings()).length, 2);
    await owner`
      insert into webhook_delivery (endpoint_id, message_id, event_type, state, next_at)
      select ${id}, r.id, 'invoice.incoming.settled', 'pending', now() from settled_record r
      where r.user_id = ${user}`;
    assert.deepEqual(await bench.findings(), []);
    assert(kept !== undefined);
    await owner`
      insert into webhook_delivery (endpoint_id, message_id, event_type, state, next_at)
      values (${id}, gen_random_uuid(), 'invoice.incoming.settled', 'pending', now())`;
    assert.match((await bench.findings()).join(), /is of no record/);
    await owner`
      delete from webhook_delivery d where d.endpoint_id = ${id}
        and not exists (select from settled_record r where r.id = d.message_id)`;
    await owner`update webhook_endpoint set state = 'disabled', disabled_at = now(),
      disabled_reason = 'failing' where id = ${id}`;
    assert.match((await bench.findings()).join(), /waits for .*, which is disabled/);
    await owner`update webhook_endpoint set state = 'active', disabled_at = null,
      disabled_reason = null where id = ${id}`;
    await owner`update wallet set has_webhooks = false where user_id = ${user}`;
    assert.match((await bench.findings()).join(), /has_webhooks is f/);
    await owner`update wallet set has_webhooks = true where user_id = ${user}`;
    await owner.end();
  });

  const listOf = async (userId: string, endpointId: string) =>
    (await bench.log.list({ userId, clientId: null, grantId: null }, logQuery(endpointId))) ?? [];
});
