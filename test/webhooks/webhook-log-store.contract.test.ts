import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { MAX_DELIVERY_ATTEMPTS, SHOWN_ATTEMPTS } from '../../src/webhooks/limits.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { addUser, creditKeysend, NODE_PUBKEY, NOW } from '../support/money-model/events.ts';
import { times } from '../support/money-model/many-at-once.ts';
import {
  createEndpointBench,
  type EndpointBench,
  logQuery,
} from '../support/webhooks/endpoint-bench.ts';

const EVER = new Date(0);

describe('the log of deliveries, in the database', () => {
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

  /** A user with an endpoint that was told of one settlement. */
  async function addTold() {
    const userId = await addUser(bench.world);
    const endpointId = await bench.add(userId);
    await bench.world.store.credit([creditKeysend(userId)]);
    const asUser = { userId, clientId: null, grantId: null };
    const [delivery] = (await bench.log.list(asUser, logQuery(endpointId))) ?? [];
    assert(delivery !== undefined);
    return { asUser, endpointId, key: { endpointId, messageId: delivery.messageId } };
  }
  const end = (endpointId: string, state: string) => owner`
    update webhook_delivery set state = ${state}, next_at = null, claimed_until = null, done_at = now(), attempts = 8,
      last_status = 500, last_error = null where endpoint_id = ${endpointId}`;

  test('shows what came of each attempt, the newest first', async () => {
    const { asUser, endpointId, key } = await addTold();
    await end(endpointId, 'exhausted');
    await owner`
      insert into webhook_attempt (endpoint_id, delivery_id, number, trigger, started_at,
        duration_ms, status, error_class, response_excerpt)
      select endpoint_id, id, 1, 'auto'::webhook_trigger, ${NOW}::timestamptz, 15000, null::smallint, 'timeout', null
        from webhook_delivery where endpoint_id = ${endpointId}
      union all
      select endpoint_id, id, 3, 'manual', ${NOW}::timestamptz, 12, 500, null, 'oops'
        from webhook_delivery where endpoint_id = ${endpointId}`;
    const detail = await bench.log.find(asUser, key);
    assert.equal(detail?.body, '{"keysend":true}');
    assert.equal(detail.delivery.state, 'exhausted');
    assert.equal(detail.delivery.attempts, 8);
    assert.equal(detail.delivery.lastStatus, 500);
    const [timeout, refused] = [
      { number: 1, isManual: false, startedAt: NOW, durationMs: 15_000 },
      { number: 3, isManual: true, startedAt: NOW, durationMs: 12 },
    ];
    assert.deepEqual(detail.attempts, [
      { ...refused, status: 500, errorClass: null, responseExcerpt: 'oops' },
      { ...timeout, status: null, errorClass: 'timeout', responseExcerpt: null },
    ]);
  });

  test('W8 what has ended, however, is sent again with the whole schedule before it', async () => {
    const { asUser, endpointId, key } = await addTold();
    for (const state of ['exhausted', 'succeeded', 'skipped', 'pending']) {
      if (state !== 'pending') await end(endpointId, state);
      const before = await bench.log.find(asUser, key);
      assert.equal(await bench.log.replay(asUser, key), 'replayed');
      const [row] = await owner`
        select message_id, state, attempts, attempts_before, trigger, next_at <= now() as is_due,
          done_at from webhook_delivery where endpoint_id = ${endpointId}`;
      const { message_id: messageId, ...rest } = Object(row);
      assert.deepEqual(rest, {
        state: 'pending',
        attempts: 8,
        attempts_before: 8,
        trigger: 'manual',
        is_due: true,
        done_at: null,
      });
      assert.equal(`msg_${messageId.replaceAll('-', '')}`, key.messageId);
      const after = await bench.log.find(asUser, key);
      assert.equal(after?.body, before?.body);
    }
  });

  test('W38 a recovery takes what failed or was skipped since then, the oldest first', async () => {
    const { asUser, endpointId } = await addTold();
    await bench.world.store.credit(times(5, () => creditKeysend(asUser.userId)));
    await end(endpointId, 'exhausted');
    await owner`
      update webhook_delivery d set created_at = ${NOW}::timestamptz + o.place * interval '1 hour',
        state = case o.place when 3 then 'succeeded' when 4 then 'skipped' else 'exhausted' end
          ::webhook_delivery_state
      from (select id, row_number() over (order by id) as place from webhook_delivery
        where endpoint_id = ${endpointId}) o
      where d.endpoint_id = ${endpointId} and d.id = o.id`;
    const hour = (place: number): Date => new Date(NOW.getTime() + place * 3_600_000);
    const states = async () =>
      (await bench.deliveries(endpointId)).map((text) => text.split(' ')[1]?.slice(0, 2));
    const window = { endpointId, since: hour(2), limit: 2 };
    assert.equal(await bench.log.recover(asUser, window), 2);
    assert.deepEqual(await states(), ['ex', 'pe', 'su', 'pe', 'ex', 'ex']);
    assert.equal(await bench.log.recover(asUser, window), 2);
    assert.equal(await bench.log.recover(asUser, window), 0);
    assert.deepEqual(await states(), ['ex', 'pe', 'su', 'pe', 'pe', 'pe']);
    assert.equal(await bench.log.recover(asUser, { ...window, since: hour(1) }), 1);
  });

  test('an attempt that is under way is being sent, and no one waits for the next', async () => {
    const { asUser, endpointId, key } = await addTold();
    const shown = async () => {
      const found = await bench.log.find(asUser, key);
      const [listed] = (await bench.log.list(asUser, logQuery(endpointId))) ?? [];
      assert.deepEqual(listed, found?.delivery);
      return [listed?.isBeingSent, listed?.nextAt !== null];
    };
    const claimFor = (time: string) => owner`
      update webhook_delivery set claimed_until = now() + ${time}::interval
      where endpoint_id = ${endpointId}`;
    assert.deepEqual(await shown(), [false, true], 'it has not begun');
    await claimFor('1 minute');
    assert.deepEqual(await shown(), [true, false], 'claimed');
    await claimFor('-1 second');
    assert.deepEqual(await shown(), [false, true], 'its sender died');
    await claimFor('1 minute');
    await end(endpointId, 'exhausted');
    assert.deepEqual(await shown(), [false, false]);
  });

  test('W61 a message gets so many attempts, however often it is sent again', async () => {
    const { asUser, endpointId, key } = await addTold();
    const window = { endpointId, since: EVER, limit: 9 };
    const endAfter = async (attempts: number) => {
      await end(endpointId, 'exhausted');
      await owner`
        update webhook_delivery set attempts = ${attempts} where endpoint_id = ${endpointId}`;
    };
    await endAfter(MAX_DELIVERY_ATTEMPTS);
    assert.equal(await bench.log.replay(asUser, key), 'too_often');
    assert.equal(await bench.log.recover(asUser, window), 0);
    assert.deepEqual(await bench.deliveries(endpointId), ['invoice.incoming.settled exhausted']);
    await endAfter(MAX_DELIVERY_ATTEMPTS - 1);
    assert.equal(await bench.log.recover(asUser, window), 1);
    await endAfter(MAX_DELIVERY_ATTEMPTS - 1);
    assert.equal(await bench.log.replay(asUser, key), 'replayed');
  });

  test('of many attempts the newest are shown', async () => {
    const { asUser, endpointId, key } = await addTold();
    await owner`
      insert into webhook_attempt (endpoint_id, delivery_id, number, trigger, started_at,
        duration_ms, status)
      select endpoint_id, id, n, 'manual', now(), 1, 500
        from webhook_delivery, generate_series(1, ${SHOWN_ATTEMPTS + 5}::integer) n
        where endpoint_id = ${endpointId}`;
    const { attempts = [] } = (await bench.log.find(asUser, key)) ?? {};
    assert.deepEqual(
      [attempts.length, attempts[0]?.number, attempts.at(-1)?.number],
      [SHOWN_ATTEMPTS, SHOWN_ATTEMPTS + 5, 6],
    );
  });

  test('W59 W60 what belongs to others does not exist', async () => {
    const [mine, foreign] = [await addTold(), await addTold()];
    const app = { ...mine.asUser, clientId: 'some app' };
    for (const stranger of [foreign.asUser, app]) {
      assert.equal(await bench.log.list(stranger, logQuery(mine.endpointId)), null);
      assert.equal(await bench.log.find(stranger, mine.key), null);
      assert.equal(await bench.log.replay(stranger, mine.key), 'absent');
      const window = { endpointId: mine.endpointId, since: EVER, limit: 9 };
      assert.equal(await bench.log.recover(stranger, window), 'absent');
      const event = { eventType: 'invoice.incoming.settled' as const, body: '{}' };
      assert.equal(await bench.log.sendTest(stranger, { ...mine.key, ...event }), 'absent');
    }
    const mixed = { endpointId: foreign.endpointId, messageId: mine.key.messageId };
    assert.equal(await bench.log.replay(foreign.asUser, mixed), 'absent');
    const dark = { paymentHash: 'ab'.repeat(32) };
    assert.deepEqual(await bench.log.list(mine.asUser, logQuery(mine.endpointId, dark)), []);
  });

  test('nothing is sent to an endpoint that is disabled or deleted meanwhile', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { asUser, endpointId, key } = await addTold();
      const window = { endpointId, since: EVER, limit: 9 };
      const stop =
        round % 2 === 0
          ? () => bench.edit(asUser.userId, endpointId, { isEnabled: false })
          : () => bench.endpoints.delete(asUser, endpointId, NOW);
      await Promise.all([
        bench.log.replay(asUser, key),
        bench.log.recover(asUser, window),
        stop(),
        bench.log.replay(asUser, key),
        bench.world.store.credit([creditKeysend(asUser.userId)]),
      ]);
      const wanted = round % 2 === 0 ? 'disabled' : 'absent';
      assert.equal(await bench.log.replay(asUser, key), wanted);
      assert.equal(await bench.log.recover(asUser, window), wanted);
    }
  });
});
