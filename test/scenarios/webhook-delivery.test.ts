import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { openDatabase } from '../../src/adapters/postgres/db.ts';
import { createDeliveryStore } from '../../src/adapters/postgres/webhook-delivery-store.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { systemRandom } from '../../src/adapters/system-random.ts';
import type { Clock } from '../../src/base/clock.ts';
import { eventually } from '../support/eventually.ts';
import {
  type DeliveryBench,
  openDeliveryBench,
  someLooks,
} from '../support/webhooks/delivery-bench.ts';
import { startHookReceiver } from '../support/webhooks/hook-receiver.ts';

const receiver = await startHookReceiver();
after(() => receiver.close());

async function untilDone(bench: DeliveryBench, endpointId: string, count: number): Promise<void> {
  await eventually(`${count} deliveries`, async () => {
    const { succeeded = 0 } = await bench.states(endpointId);
    return succeeded >= count ? true : null;
  });
}

describe('delivery', async () => {
  const bench = await openDeliveryBench({ after });
  afterEach(async () => assert.deepEqual(await bench.findings(), []));

  test('W15 without a poke a settlement is found by looking', async () => {
    const worker = bench.startWorker();
    await someLooks();
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/quiet`);
    const settledAtMs = performance.now();
    await bench.settle(userId, 1);
    await untilDone(bench, endpointId, 1);
    const [hook] = receiver.received.filter(({ path }) => path === '/quiet');
    assert.ok(hook && hook.atMs - settledAtMs < 2000);
    await worker.stop();
  });

  test('a poke sends at once what a settlement has written', async () => {
    const { clock, hasLooked } = lazyClock();
    const worker = bench.startWorker({ clock });
    await hasLooked;
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/poked`);
    await bench.settle(userId, 3);
    await wait(300);
    assert.equal(receiver.messages('/poked').size, 0);
    worker.wakeUp.poke();
    await untilDone(bench, endpointId, 3);
    await worker.stop();
  });

  test('W5 W8 a failed attempt is made again: same id and body, signed anew', async () => {
    receiver.answer('/again', { status: 500 });
    const worker = bench.startWorker();
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/again`);
    await bench.settle(userId, 1);
    await eventually('a first attempt', async () =>
      (await bench.attempts(endpointId)).length === 1 ? true : null,
    );
    receiver.answer('/again', { status: 204 });
    await wait(1100);
    await bench.age(1);
    await untilDone(bench, endpointId, 1);
    const hooks = receiver.received.filter(({ path }) => path === '/again');
    assert.equal(hooks.length, 2);
    assert.equal(new Set(hooks.map(({ id }) => id)).size, 1);
    assert.equal(new Set(hooks.map(({ body }) => body)).size, 1);
    assert.equal(new Set(hooks.map(({ headers }) => headers['webhook-timestamp'])).size, 2);
    assert.equal(new Set(hooks.map(({ headers }) => headers['webhook-signature'])).size, 2);
    await worker.stop();
  });

  test('W28 a receiver that answers 410 hears nothing more', async () => {
    receiver.answer('/gone', { status: 410 });
    const worker = bench.startWorker();
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/gone`);
    await bench.settle(userId, 20);
    await eventually('the end of the endpoint', async () =>
      (await bench.endpoint(endpointId)).state === 'disabled' ? true : null,
    );
    await someLooks();
    const { length } = receiver.received.filter(({ path }) => path === '/gone');
    assert.ok(length <= 2, `${length} attempts`);
    assert.deepEqual(await bench.states(endpointId), { skipped: 20 });
    await worker.stop();
  });

  test('W30 abort-message ends one message, disable the endpoint', async () => {
    receiver.answer('/abort', { status: 400, headers: { 'webhook-delivery': 'abort-message' } });
    receiver.answer('/disable', { status: 200, headers: { 'webhook-delivery': 'disable' } });
    const worker = bench.startWorker();
    const abort = await bench.addReceiver(`${receiver.url}/abort`);
    const disable = await bench.addReceiver(`${receiver.url}/disable`);
    await bench.settle(abort.userId, 1);
    await bench.settle(disable.userId, 1);
    await eventually('both answers', async () => {
      const { exhausted } = await bench.states(abort.endpointId);
      const { state } = await bench.endpoint(disable.endpointId);
      return exhausted === 1 && state === 'disabled' ? true : null;
    });
    assert.equal((await bench.endpoint(abort.endpointId)).state, 'active');
    assert.deepEqual(await bench.states(disable.endpointId), { succeeded: 1 });
    await worker.stop();
  });

  test('W31 a receiver that is not there is tried again when it is', async () => {
    const away = await startHookReceiver();
    const { userId, endpointId } = await bench.addReceiver(`${away.url}/`);
    await away.close();
    const worker = bench.startWorker();
    await bench.settle(userId, 1);
    await eventually('a failed attempt', async () => {
      const [attempt] = await bench.attempts(endpointId);
      return attempt?.error_class === 'connection' ? true : null;
    });
    assert.deepEqual(await bench.states(endpointId), { pending: 1 });
    assert.deepEqual(worker.observed.outcomes, ['connection']);
    await worker.stop();
  });

  test('W37 W38 what came while it was switched off is sent after re-enabling, if asked', async () => {
    const worker = bench.startWorker();
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/off`);
    await bench.edit(userId, endpointId, { isEnabled: false });
    const since = new Date(Date.now() - 60_000);
    await bench.settle(userId, 12);
    await someLooks();
    assert.equal(receiver.messages('/off').size, 0);
    assert.deepEqual(await bench.states(endpointId), { skipped: 12 });
    await bench.edit(userId, endpointId, { isEnabled: true });
    await someLooks();
    assert.equal(receiver.messages('/off').size, 0, 'nobody asked yet');
    const owner = { userId, clientId: null, grantId: null };
    assert.equal(await bench.log.recover(owner, { endpointId, since, limit: 100 }), 12);
    await untilDone(bench, endpointId, 12);
    assert.equal(receiver.messages('/off').size, 12);
    await worker.stop();
  });

  test('W40 an endpoint that is deleted during an attempt is left in peace', async () => {
    receiver.answer('/deleted', null);
    const worker = bench.startWorker();
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/deleted`);
    await bench.settle(userId, 2);
    await eventually('an attempt', () => (receiver.messages('/deleted').size > 0 ? true : null));
    await bench.endpoints.delete({ userId, clientId: null, grantId: null }, endpointId, new Date());
    await worker.stop();
    const next = bench.startWorker();
    await someLooks();
    await next.stop();
    assert.equal(receiver.messages('/deleted').size, 1);
    assert.deepEqual(await bench.states(endpointId), { cancelled: 2 });
    assert.equal(worker.logged(), '');
  });

  test('W46 a receiver that answers 429 is given its pause, by everything that waits', async () => {
    receiver.answer('/slower', { status: 429, headers: { 'retry-after': '2' } });
    const worker = bench.startWorker();
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/slower`);
    await bench.settle(userId, 10);
    await eventually('an answer', async () =>
      (await bench.attempts(endpointId)).length > 0 ? true : null,
    );
    await wait(1200);
    assert.equal(receiver.messages('/slower').size, 1);
    receiver.answer('/slower', { status: 200 });
    await untilDone(bench, endpointId, 9);
    await worker.stop();
  });

  test('W86 a stop lets attempts end that do, and gives back what hangs', async () => {
    receiver.answer('/late', (response) => void setTimeout(() => response.end(), 800));
    receiver.answer('/hanging', null);
    const worker = bench.startWorker();
    const slow = await bench.addReceiver(`${receiver.url}/late`);
    const hanging = await bench.addReceiver(`${receiver.url}/hanging`);
    await bench.settle(slow.userId, 1);
    await bench.settle(hanging.userId, 1);
    await eventually('both attempts', () =>
      receiver.messages('/late').size + receiver.messages('/hanging').size === 2 ? true : null,
    );
    const beganAtMs = performance.now();
    await worker.stop();
    assert.ok(performance.now() - beganAtMs < 10_000);
    assert.deepEqual(await bench.states(slow.endpointId), { succeeded: 1 });
    assert.deepEqual(await bench.states(hanging.endpointId), { pending: 1 });
    receiver.answer('/hanging', { status: 200 });
    const next = bench.startWorker();
    await untilDone(bench, hanging.endpointId, 1);
    await next.stop();
  });

  test('while it is held, everything waits and nothing is lost', async () => {
    let isHeld = true;
    const worker = bench.startWorker({ isHoldingWebhooks: () => isHeld });
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/held`);
    await bench.settle(userId, 5);
    await someLooks();
    assert.equal(receiver.messages('/held').size, 0);
    isHeld = false;
    await untilDone(bench, endpointId, 5);
    await worker.stop();
  });
});

describe('delivery when the database is away', async () => {
  const bench = await openDeliveryBench({ after });
  afterEach(async () => assert.deepEqual(await bench.findings(), []));

  test('W20 every connection is cut, again and again: all is delivered', async (t) => {
    const applicationName = 'to be cut';
    const url = bench.opened.serviceUrl;
    const database = openDatabase({
      url,
      applicationName,
      clock: systemClock,
      random: systemRandom,
    });
    t.after(() => database.close());
    const cutter = postgres(bench.opened.superuserUrl, { max: 1 });
    t.after(() => cutter.end());
    const worker = bench.startWorker({ store: createDeliveryStore(database) });
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/cut`);
    await bench.settle(userId, 300);
    for (let n = 0; n < 5; n += 1) {
      await wait(30);
      await cutter`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${applicationName}`;
    }
    // What was claimed by a call whose answer was lost comes back when its lease is over.
    await someLooks();
    await eventually('all but leased ones', async () => {
      await bench.age(0.02);
      const { pending = 0 } = await bench.states(endpointId);
      return pending === 0 ? true : null;
    });
    assert.equal(receiver.messages('/cut').size, 300);
    await worker.stop();
  });

  test('W21 results that cannot be written are kept until they can', async () => {
    let isAway = true;
    let refusals = 0;
    const store: typeof bench.store = {
      ...bench.store,
      record: async (attempts) => {
        if (isAway) {
          refusals += 1;
          throw new Error('the database is away');
        }
        await bench.store.record(attempts);
      },
    };
    const worker = bench.startWorker({ store });
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/away`);
    await bench.settle(userId, 3);
    await eventually('refused results', () => (refusals >= 4 ? true : null));
    assert.deepEqual(await bench.states(endpointId), { pending: 3 });
    isAway = false;
    await untilDone(bench, endpointId, 3);
    assert.equal(receiver.received.filter(({ path }) => path === '/away').length, 3, 'sent once');
    await worker.stop();
  });
});

/** For a worker that looks by itself at once, and then not for an hour. */
function lazyClock(): { readonly clock: Clock; readonly hasLooked: Promise<void> } {
  const firstLook = Promise.withResolvers<void>();
  const sleep: Clock['sleep'] = (ms, signal) => {
    if (ms !== 250) return systemClock.sleep(ms, signal);
    firstLook.resolve();
    return systemClock.sleep(3_600_000, signal);
  };
  return { clock: { ...systemClock, sleep }, hasLooked: firstLook.promise };
}
