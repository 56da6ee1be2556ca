import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import type { Clock } from '../../src/base/clock.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { DeliveryStore } from '../../src/webhooks/delivery-store.ts';
import { createDeliveryStore } from '../../src/webhooks/sql/delivery-store.ts';
import { eventually } from '../support/eventually.ts';
import { answered, finish } from '../support/webhooks/claims.ts';
import { type DeliveryBench, openDeliveryBench } from '../support/webhooks/delivery-bench.ts';
import { holdBack, startHookReceiver } from '../support/webhooks/hook-receiver.ts';

/*
 * What hangs here hangs until the end of its test: the sender's time stands still, so no attempt is
 * ever cut off. Whatever waited for it would never come.
 */

const receiver = await startHookReceiver();
receiver.answer('/hang', null);
after(() => receiver.close());

const STILL: Clock = {
  now: systemClock.now,
  monotonicMs: () => 0,
  sleep: (_, signal) =>
    new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true })),
};
const GRACE_MS = 5000;
/** A stop waits for nothing that hangs. */
const GRACELESS: Clock = {
  ...systemClock,
  sleep: (ms, signal) => (ms === GRACE_MS ? Promise.resolve() : systemClock.sleep(ms, signal)),
};
const CLOCKS = { clock: GRACELESS, senderClock: STILL };

type Receivers = readonly { readonly userId: string; readonly endpointId: string }[];

const addMany = (bench: DeliveryBench, count: number, url: string): Promise<Receivers> =>
  Promise.all(Array.from({ length: count }, () => bench.addReceiver(url)));

async function settleEach(bench: DeliveryBench, all: Receivers, count: number): Promise<void> {
  for (const { userId } of all) await bench.settle(userId, count);
}

const untilCame = (path: string, count: number): Promise<true> =>
  eventually(`${count} messages to ${path}`, () =>
    receiver.messages(path).size >= count ? true : null,
  );

const untilSucceeded = (bench: DeliveryBench, count: number): Promise<true> =>
  eventually(`${count} deliveries`, async () =>
    (await bench.states())['succeeded'] === count ? true : null,
  );

/** For what the service may not write. */
async function asSuperuser(
  bench: DeliveryBench,
  work: (sql: postgres.Sql) => Promise<unknown>,
): Promise<void> {
  const sql = postgres(bench.opened.superuserUrl, { max: 1 });
  await work(sql);
  await sql.end();
}

/** What a worker does of which the work could grow with what waits. */
async function claimAndRecord(store: DeliveryStore, endpointId: string): Promise<void> {
  await store.listDueEndpoints('', 1000);
  const claims = await store.claim([{ endpointId, count: 4 }], 60_000);
  assert.equal(claims.length, 4);
  await store.record(
    claims.map((claim) => finish(claim, answered(500), { kind: 'retry', afterMs: 3_600_000 })),
  );
}

/** Rows and index entries of deliveries that were read so far, on one connection. */
async function countRead(database: Database): Promise<number> {
  await database.query((sql) => sql`select pg_stat_force_next_flush()`);
  const [row] = await database.query(
    (sql) => sql<{ count: number }[]>`
      select (seq_tup_read + (
          select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'webhook_delivery'
        ))::integer as count
      from pg_stat_user_tables where relname = 'webhook_delivery'`,
  );
  assert(row !== undefined);
  return row.count;
}

describe('isolation', () => {
  test('W41 with 50 of 100 endpoints hanging, the others are served as without', async (t) => {
    const bench = await openDeliveryBench(t);
    const healthy = await addMany(bench, 50, `${receiver.url}/fine-41`);
    const hanging = await addMany(bench, 50, `${receiver.url}/hang-41`);
    const worker = bench.startWorker(CLOCKS);
    // The healthy endpoints have answered once, so each may have several attempts at a time.
    await settleEach(bench, healthy, 1);
    worker.notifier.notify();
    await untilSucceeded(bench, 50);
    /** How many the others have under way at once while much waits for them. */
    const serve = async (atOnce: number, inAll: number): Promise<void> => {
      const answers = holdBack();
      receiver.answer('/fine-41', answers.reply);
      await settleEach(bench, healthy, 20);
      await eventually(`${atOnce} at once`, () => (answers.count() === atOnce ? true : null));
      answers.release();
      await untilSucceeded(bench, inAll);
    };
    // As many as one host may have; those that hang there hold one slot each.
    await serve(160, 1050);
    await settleEach(bench, hanging, 20);
    await untilCame('/hang-41', 50);
    await serve(160 - 50, 2050);
    assert.equal(receiver.messages('/hang-41').size, 50, 'the others hang indeed');
    assert(worker.observed.outcomes.every((outcome) => outcome === '2xx'));
    await worker.stop();
  });

  test('W42 100,000 deliveries waiting on a dead endpoint: others see no delay', async (t) => {
    const bench = await openDeliveryBench(t);
    const dead = await bench.addReceiver(`${receiver.url}/hang-42`);
    const others = await addMany(bench, 20, `${receiver.url}/fine-42`);
    await asSuperuser(bench, async (sql) => {
      await sql`
        insert into webhook_delivery (endpoint_id, message_id, event_type, body, state, next_at)
        select ${dead.endpointId}, gen_random_uuid(), 'invoice.incoming.settled', '{}', 'pending',
          now() - interval '1 hour'
        from generate_series(1, 100000)`;
      await sql`analyze webhook_delivery`;
    });
    let claimed = 0;
    const store: DeliveryStore = {
      ...bench.store,
      claim: async (shares, leaseMs) => {
        const claims = await bench.store.claim(shares, leaseMs);
        claimed += claims.length;
        return claims;
      },
    };
    const worker = bench.startWorker({ ...CLOCKS, store });
    await untilCame('/hang-42', 1);
    for (let round = 1; round <= 5; round += 1) {
      await settleEach(bench, others, 1);
      worker.notifier.notify();
      await untilCame('/fine-42', 20 * round);
    }
    await untilSucceeded(bench, 100);
    assert.equal(claimed, 1 + 100, 'nothing is claimed in vain');
    await worker.stop();
    // Walking over all that waits would read thousands.
    const [few] = others;
    assert(few !== undefined);
    await bench.settle(few.userId, 100);
    const database = openDatabase({
      url: bench.opened.serviceUrl,
      applicationName: 'satchel test',
      poolSize: 1,
      clock: systemClock,
      random: systemRandom,
    });
    t.after(() => database.close());
    const counted = createDeliveryStore(database);
    for (const { endpointId } of [dead, few]) {
      // Reads skip what was claimed lately as long as another, say autovacuum, may still see it.
      await eventually('a claim that reads little', async () => {
        const before = await countRead(database);
        await claimAndRecord(counted, endpointId);
        return (await countRead(database)) - before <= 200 ? true : null;
      });
    }
  });

  test('W43 two users at one host: what hangs for one does not hold the other up', async (t) => {
    const bench = await openDeliveryBench(t);
    const user = await bench.addUser();
    for (let n = 0; n < 10; n += 1) await bench.addEndpoint(user, `${receiver.url}/hang-43`);
    await bench.settle(user, 20);
    const worker = bench.startWorker(CLOCKS);
    // One settlement is one message, for all of the user's endpoints.
    const hangs = () => receiver.received.filter(({ path }) => path === '/hang-43').length;
    await eventually('all that may hang does', () => (hangs() === 10 ? true : null));
    const other = await bench.addReceiver(`${receiver.url}/fine-43`);
    await bench.settle(other.userId, 20);
    await untilCame('/fine-43', 20);
    assert.equal(hangs(), 10, 'one of each, all the time');
    await worker.stop();
  });

  test('W44 receivers that drip hold no more than their own slots', async (t) => {
    const bench = await openDeliveryBench(t);
    const drips = new Set<NodeJS.Timeout>();
    t.after(async () => {
      for (const drip of drips) clearInterval(drip);
    });
    receiver.answer('/drip-44', (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 100);
      drips.add(drip);
      response.on('close', () => clearInterval(drip));
    });
    const dripping = await addMany(bench, 30, `${receiver.url}/drip-44`);
    const healthy = await addMany(bench, 10, `${receiver.url}/fine-44`);
    await settleEach(bench, dripping, 5);
    const worker = bench.startWorker(CLOCKS);
    await untilCame('/drip-44', 30);
    await settleEach(bench, healthy, 10);
    await untilCame('/fine-44', 100);
    assert.equal(receiver.messages('/drip-44').size, 30, 'they drip all the time');
    assert.ok(worker.observed.mostInFlight <= 30 + 40);
    await worker.stop();
  });

  test('W45 after a restart, endpoints that are known to fail delay no one', async (t) => {
    const bench = await openDeliveryBench(t);
    const bad = await addMany(bench, 300, `${receiver.url}/hang-45`);
    const good = await addMany(bench, 10, `${receiver.url}/fine-45`);
    await settleEach(bench, bad, 1);
    await asSuperuser(
      bench,
      (sql) => sql`
        update webhook_endpoint set consecutive_failures = 9, failing_since = now()
        where url like '%/hang-45'`,
    );
    const worker = bench.startWorker(CLOCKS);
    await untilCame('/hang-45', 32);
    await settleEach(bench, good, 10);
    await untilCame('/fine-45', 100);
    // All of them are at one host.
    assert.equal(receiver.messages('/hang-45').size, 32);
    await worker.stop();
  });

  test('W47 one user with many endpoints has their share of the slots, and no more', async (t) => {
    const bench = await openDeliveryBench(t);
    const user = await bench.addUser();
    for (let n = 0; n < 10; n += 1) await bench.addEndpoint(user, `${receiver.url}/slow-47`);
    const worker = bench.startWorker(CLOCKS);
    await bench.settle(user, 1);
    await untilSucceeded(bench, 10);
    const answers = holdBack();
    receiver.answer('/slow-47', answers.reply);
    await bench.settle(user, 10);
    await eventually('as many as one may have', () => (answers.count() === 32 ? true : null));
    answers.release();
    await untilSucceeded(bench, 110);
    assert.equal(worker.observed.mostInFlight, 32);
    assert.deepEqual(await bench.findings(), []);
    await worker.stop();
  });
});
