import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { eventually } from '../support/eventually.ts';
import { answered, finish } from '../support/webhooks/claims.ts';
import { type DeliveryBench, openDeliveryBench } from '../support/webhooks/delivery-bench.ts';
import { startHookReceiver } from '../support/webhooks/hook-receiver.ts';

const receiver = await startHookReceiver();
receiver.answer('/hang', null);
after(() => receiver.close());

type Receivers = readonly { readonly userId: string; readonly endpointId: string }[];

const addMany = (bench: DeliveryBench, count: number, url: string): Promise<Receivers> =>
  Promise.all(Array.from({ length: count }, () => bench.addReceiver(url)));

async function settleEach(bench: DeliveryBench, all: Receivers, count: number): Promise<void> {
  for (const { userId } of all) await bench.settle(userId, count);
}

/** Until so many messages came to the path, in milliseconds. */
async function timeUntil(path: string, count: number): Promise<number> {
  const beganAtMs = performance.now();
  await eventually(`${count} messages`, () =>
    receiver.messages(path).size >= count ? true : null,
  );
  return performance.now() - beganAtMs;
}

/** For what the service may not write. */
async function asSuperuser(
  bench: DeliveryBench,
  work: (sql: postgres.Sql) => Promise<unknown>,
): Promise<void> {
  const sql = postgres(bench.opened.superuserUrl, { max: 1 });
  await work(sql);
  await sql.end();
}

/** What a worker does of which the time could grow with what waits. */
async function timeClaim({ store }: DeliveryBench, endpointId: string): Promise<number> {
  const beganAtMs = performance.now();
  await store.listDueEndpoints('', 1000);
  const claims = await store.claim([{ endpointId, count: 4 }], 60_000);
  assert.equal(claims.length, 4);
  await store.record(
    claims.map((claim) => finish(claim, answered(500), { kind: 'retry', afterMs: 3_600_000 })),
  );
  return performance.now() - beganAtMs;
}

const median = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0);

describe('isolation', () => {
  test('W41 with 50 of 100 endpoints hanging, the others are served as without', async (t) => {
    const bench = await openDeliveryBench(t);
    const healthy = await addMany(bench, 50, `${receiver.url}/fine-41`);
    const hanging = await addMany(bench, 50, `${receiver.url}/hang-41`);
    const each = 20;
    const stops: Promise<void>[] = [];
    let upTo = 0;
    const run = async (): Promise<number> => {
      await settleEach(bench, healthy, each);
      upTo += 50 * each;
      const worker = bench.startWorker();
      const tookMs = await timeUntil('/fine-41', upTo);
      stops.push(worker.stop());
      return tookMs;
    };
    const bestOf = async (runs: number): Promise<number> => {
      const tookMs: number[] = [];
      for (let n = 0; n < runs; n += 1) tookMs.push(await run());
      return Math.min(...tookMs);
    };
    const aloneMs = await bestOf(3);
    await settleEach(bench, hanging, each);
    const besideMs = await bestOf(3);
    await Promise.all(stops);
    t.diagnostic(`alone ${aloneMs.toFixed(0)} ms, beside 50 that hang ${besideMs.toFixed(0)} ms`);
    assert.ok(besideMs < 2 * aloneMs);
    assert.ok(receiver.messages('/hang-41').size >= 50, 'the others hang indeed');
  });

  test('W42 100,000 deliveries waiting on a dead endpoint: others see no delay', async (t) => {
    const bench = await openDeliveryBench(t);
    const dead = await bench.addReceiver(`${receiver.url}/hang-42`);
    const others = await addMany(bench, 20, `${receiver.url}/fine-42`);
    await asSuperuser(bench, async (sql) => {
      await sql`
        insert into webhook_delivery (endpoint_id, message_id, event_type, test_body, state, next_at)
        select ${dead.endpointId}, gen_random_uuid(), 'invoice.incoming.settled', '{}', 'pending',
          now() - interval '1 hour'
        from generate_series(1, 100000)`;
      await sql`analyze webhook_delivery`;
    });
    const worker = bench.startWorker();
    await eventually('the dead one is tried', () =>
      receiver.messages('/hang-42').size > 0 ? true : null,
    );
    for (let round = 1; round <= 5; round += 1) {
      await settleEach(bench, others, 1);
      worker.wakeUp.poke();
      const tookMs = await timeUntil('/fine-42', 20 * round);
      assert.ok(tookMs < 1000, `${tookMs} ms`);
    }
    await worker.stop();
    // Walking over all that waits would take a multiple of the time that claims take elsewhere.
    await settleEach(bench, others, 45);
    const many: number[] = [];
    const few: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      many.push(await timeClaim(bench, dead.endpointId));
      few.push(await timeClaim(bench, others[n]?.endpointId ?? ''));
    }
    t.diagnostic(`claiming took ${median(many)} ms, ${median(few)} ms where few wait`);
    assert.ok(median(many) < 3 * median(few) + 2);
  });

  test('W43 two users at one host: what hangs for one does not hold the other up', async (t) => {
    const bench = await openDeliveryBench(t);
    const user = await bench.addUser();
    for (let n = 0; n < 10; n += 1) await bench.addEndpoint(user, `${receiver.url}/hang-43`);
    await bench.settle(user, 20);
    const worker = bench.startWorker();
    await eventually('all that may hang does', () =>
      receiver.messages('/hang-43').size >= 1 ? true : null,
    );
    const other = await bench.addReceiver(`${receiver.url}/fine-43`);
    await bench.settle(other.userId, 20);
    assert.ok((await timeUntil('/fine-43', 20)) < 3000);
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
    const worker = bench.startWorker();
    await eventually('drips', () => (receiver.messages('/drip-44').size >= 30 ? true : null));
    await settleEach(bench, healthy, 10);
    assert.ok((await timeUntil('/fine-44', 100)) < 3000);
    assert.ok(worker.observed.mostInFlight <= 30 + 40);
    await worker.stop();
  });

  test('W45 after a restart, endpoints that are known to fail hold nobody up', async (t) => {
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
    const worker = bench.startWorker();
    await eventually('the bad ones', () =>
      receiver.messages('/hang-45').size >= 32 ? true : null,
    );
    await settleEach(bench, good, 10);
    assert.ok((await timeUntil('/fine-45', 100)) < 3000);
    // All of them are at one host.
    assert.equal(receiver.messages('/hang-45').size, 32);
    await worker.stop();
  });

  test('W47 one user with many endpoints has his share of the slots, and no more', async (t) => {
    const bench = await openDeliveryBench(t);
    const slow = (response: { end(): void }): void => void setTimeout(() => response.end(), 200);
    receiver.answer('/slow-47', slow);
    const user = await bench.addUser();
    for (let n = 0; n < 10; n += 1) await bench.addEndpoint(user, `${receiver.url}/slow-47`);
    await bench.settle(user, 10);
    const worker = bench.startWorker();
    await eventually('all of them', async () =>
      (await bench.states())['succeeded'] === 100 ? true : null,
    );
    assert.equal(worker.observed.mostInFlight, 32);
    assert.deepEqual(await bench.findings(), []);
    await worker.stop();
  });
});
