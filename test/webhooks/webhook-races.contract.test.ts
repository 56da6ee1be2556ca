import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { openDatabase } from '../../src/database/db.ts';
import { ARRAY_OF } from '../../src/database/sql.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { endLeftDeliveries } from '../../src/webhooks/end-left-deliveries.ts';
import { eventually } from '../support/eventually.ts';
import { NOW } from '../support/money-model/events.ts';
import {
  answered,
  claimsOf,
  DELIVERED,
  finish,
  HOOK_URL,
  LATER,
} from '../support/webhooks/claims.ts';
import { openDeliveryBench } from '../support/webhooks/delivery-bench.ts';

describe('endpoints that change while much is on its way to them', async () => {
  const bench = await openDeliveryBench({ after });
  const { store } = bench;
  const { database } = bench.opened;
  const { claim, claimOne, dueIds, received } = claimsOf(bench);

  const ports = { clock: systemClock, random: systemRandom };
  const url = bench.opened.superuserUrl;
  const owner = openDatabase({ url, applicationName: 'backlog', poolSize: 1, ...ports });
  after(() => owner.close());

  /** An endpoint for which so much is due, without the settlements. */
  const backlog = async (count: number) => {
    const receiver = await bench.addReceiver(HOOK_URL);
    await owner.sql`
      insert into webhook_delivery (endpoint_id, message_id, event_type, body, state, next_at)
      select ${receiver.endpointId}, gen_random_uuid(), 'invoice.incoming.settled', '{}', 'pending',
        now() from generate_series(1, ${count}::integer)`;
    return receiver;
  };
  const waiting = (count: number) =>
    eventually(`${count} wait for a lock`, async () => {
      const [row] = await database.sql<{ count: number }[]>`
        select count(distinct pid)::integer as count from pg_locks where not granted`;
      return row?.count === count ? row : null;
    });

  test('W40 what is ended and what is recorded are locked in one order', async () => {
    const { endpointId } = await received(9);
    await store.record([finish(await claimOne(endpointId), answered(200), DELIVERED)]);
    const claims = await claim(endpointId, 8);
    // What came to be last is due first.
    await owner.sql`
      update webhook_delivery set next_at = now() - id * interval '1 second'
      where endpoint_id = ${endpointId} and state = 'pending'`;
    const again = claims.map((one) => finish(one, answered(200), DELIVERED));
    const middle = claims.map(({ deliveryId }) => deliveryId).sort()[4] ?? 0n;
    const held = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const holder = database.transaction(async (sql) => {
      // This names another attempt: the delivery is locked, and stays as it is.
      await sql`select release_webhook_deliveries(
        ${sql.array([endpointId], ARRAY_OF.text)}, ${sql.array([middle], ARRAY_OF.bigint)},
        ${sql.array([99], ARRAY_OF.integer)})`;
      holding.resolve();
      await held.promise;
    });
    await holding.promise;
    const ids = database.sql.array([endpointId], ARRAY_OF.text);
    const disabled = database.sql`
      select disable_webhook_endpoints(${ids}, 'gone', now())`.execute();
    await waiting(1);
    const recorded = store.record(again);
    await waiting(2);
    held.resolve();
    const outcomes = await Promise.allSettled([holder, disabled, recorded]);
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'done')),
      ['done', 'done', 'done'],
    );
    assert.deepEqual(await bench.findings(), []);
  });

  test('W38 what is recovered is locked in the order in which results are recorded', async () => {
    const { userId, endpointId } = await received(2);
    const [first, second] = (await claim(endpointId, 2))
      .map(({ deliveryId }) => deliveryId)
      .sort((one, other) => Number(one - other));
    assert(first !== undefined && second !== undefined);
    await bench.edit(userId, endpointId, { isEnabled: false });
    await bench.edit(userId, endpointId, { isEnabled: true });
    // The one that came first now lies behind the other.
    await owner.sql`
      update webhook_delivery set last_status = 500
      where endpoint_id = ${endpointId} and id = ${first}`;
    const recovered = await owner.transaction(async (sql) => {
      await sql`
        select from webhook_delivery where endpoint_id = ${endpointId} and id = ${first}
        for no key update`;
      const recovering = database.transaction(async (inner) => {
        // As where what is to be recovered is a large part of the table.
        await inner`set local enable_indexscan = off`;
        await inner`set local enable_bitmapscan = off`;
        const [answer] = await inner<{ count: number }[]>`
          select count from recover_webhook_deliveries(
            ${userId}, null, ${endpointId}, '-infinity', 9, 9)`;
        return answer?.count;
      });
      await waiting(1);
      const free = await sql`
        select from webhook_delivery where endpoint_id = ${endpointId} and id = ${second}
        for no key update skip locked`;
      return { recovering, isSecondFree: free.length === 1 };
    });
    assert.equal(await recovered.recovering, 2);
    assert.ok(recovered.isSecondFree, 'a call that waits for the first holds none after it');
    assert.deepEqual(await bench.states(endpointId), { pending: 2 });
  });

  for (const [name, change, ended] of [
    ['disabled', 'edit', 'skipped'],
    ['deleted', 'delete', 'cancelled'],
  ] as const) {
    test(`W40 one that is ${name} with very much waiting ends it in parts`, async () => {
      const { userId, endpointId } = await backlog(6000);
      if (change === 'edit') await bench.edit(userId, endpointId, { isEnabled: false });
      else await bench.endpoints.delete({ userId, clientId: null, grantId: null }, endpointId, NOW);
      assert.deepEqual(await bench.states(endpointId), { [ended]: 5500, pending: 500 });
      assert.ok(!(await dueIds()).includes(endpointId), 'nobody takes up the rest');
      assert.deepEqual(await claim(endpointId, 4), []);
      const [job] = await database.sql<{ payload: string }[]>`
        select payload from job where kind = 'end-deliveries' and dedupe_key = ${endpointId}`;
      const order: unknown = JSON.parse(job?.payload ?? 'null');
      await endLeftDeliveries({ deliveries: store }, order, new AbortController().signal);
      assert.deepEqual(await bench.states(endpointId), { [ended]: 6000 });
      assert.deepEqual(await bench.findings(), []);
    });
  }

  test('W38 one that is enabled before all was ended gets the rest', async () => {
    const { userId, endpointId } = await backlog(5501);
    await bench.edit(userId, endpointId, { isEnabled: false });
    await bench.edit(userId, endpointId, { isEnabled: true });
    const signal = new AbortController().signal;
    await endLeftDeliveries({ deliveries: store }, { endpoint_id: endpointId }, signal);
    assert.deepEqual(await bench.states(endpointId), { skipped: 5500, pending: 1 });
    assert.equal((await claim(endpointId, 4)).length, 1);
  });

  test('W34 an attempt that is recorded again counts once', async () => {
    const { endpointId } = await received();
    const failed = finish(await claimOne(endpointId), answered(500), LATER);
    for (let time = 1; time <= 4; time += 1) await store.record([failed]);
    assert.equal((await bench.endpoint(endpointId)).consecutive_failures, 1);
    assert.deepEqual(await bench.notices(endpointId), []);
  });

  test('W28 what an address says that an endpoint had before does not disable it', async () => {
    const { userId, endpointId } = await received(2);
    const claims = await claim(endpointId, 2);
    await bench.edit(userId, endpointId, { url: 'https://new.example/hook' });
    await store.record([
      ...claims.map((one) => finish(one, answered(410), LATER, { disables: 'gone' as const })),
    ]);
    const { state, consecutive_failures: failures } = await bench.endpoint(endpointId);
    assert.deepEqual([state, failures], ['active', 0]);
    assert.deepEqual(await bench.states(endpointId), { pending: 2 });
    assert.equal((await bench.attempts(endpointId)).length, 2, 'the log says what happened');
  });
});
