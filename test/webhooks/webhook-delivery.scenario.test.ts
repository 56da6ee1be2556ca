import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { DeliveryStore } from '../../src/webhooks/delivery-store.ts';
import { eventually } from '../support/eventually.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { openDeliveryBench } from '../support/webhooks/delivery-bench.ts';
import { startHookReceiver } from '../support/webhooks/hook-receiver.ts';
import {
  graceClock,
  LOOK_EVERY_MS,
  lazyClock,
  recordingClock,
  standingClock,
} from '../support/webhooks/worker-clocks.ts';

const receiver = await startHookReceiver();
after(() => receiver.close());

describe('delivery', async () => {
  const bench = await openDeliveryBench({ after });
  afterEach(async () => {
    await bench.stopWorkers();
    assert.deepEqual(await bench.findings(), []);
  });

  test('W15 without a notification a settlement is found by looking', async () => {
    const { clock, hasLooked, pausesMs } = recordingClock();
    let isSettled = false;
    let looks = 0;
    const claims: { readonly looks: number; readonly pausesMs: readonly number[] }[] = [];
    const store: DeliveryStore = {
      ...bench.store,
      listDueEndpoints: (...args) => {
        if (isSettled) looks += 1;
        return bench.store.listDueEndpoints(...args);
      },
      claim: (...args) => {
        claims.push({ looks, pausesMs: [...pausesMs] });
        return bench.store.claim(...args);
      },
    };
    const worker = bench.startWorker({ clock, store });
    await hasLooked;
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/quiet`);
    await bench.settle(userId, 1);
    isSettled = true;
    await bench.untilDone(endpointId, 1);
    const [first] = claims;
    assert(first !== undefined && first.looks <= 1, 'the next look finds it');
    assert(Math.max(...first.pausesMs) <= LOOK_EVERY_MS);
    await worker.stop();
  });

  test('a notification sends at once what a settlement has written', async () => {
    const { clock, hasLooked } = lazyClock();
    const worker = bench.startWorker({ clock });
    await hasLooked;
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/notified`);
    await bench.settle(userId, 3);
    await wait(300);
    assert.equal(receiver.messages('/notified').size, 0);
    worker.notifier.notify();
    await bench.untilDone(endpointId, 3);
    await worker.stop();
  });

  test('W5 W8 a failed attempt is made again: same id and body, new signature', async () => {
    receiver.answer('/again', { status: 500 });
    const clock = createMovableClock();
    const worker = bench.startWorker({ clock });
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/again`);
    await bench.settle(userId, 1);
    await eventually('a first attempt', async () =>
      (await bench.attempts(endpointId)).length === 1 ? true : null,
    );
    receiver.answer('/again', { status: 204 });
    clock.move(1100);
    await bench.age(1);
    await bench.untilDone(endpointId, 1);
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
    const worker = bench.startWorker({ store: claimingAfterRecords(bench.store) });
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/gone`);
    await bench.settle(userId, 20);
    await eventually('the end of the endpoint', async () =>
      (await bench.endpoint(endpointId)).state === 'disabled' ? true : null,
    );
    await worker.look();
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
    await worker.look();
    assert.deepEqual(worker.observed.outcomes, ['connection']);
    await worker.stop();
  });

  test('W37 W38 what came while it was switched off is sent after re-enabling, if asked', async () => {
    const worker = bench.startWorker();
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/off`);
    await bench.edit(userId, endpointId, { isEnabled: false });
    const since = new Date(Date.now() - 60_000);
    await bench.settle(userId, 12);
    await worker.look();
    assert.equal(receiver.messages('/off').size, 0);
    assert.deepEqual(await bench.states(endpointId), { skipped: 12 });
    await bench.edit(userId, endpointId, { isEnabled: true });
    await worker.look();
    assert.equal(receiver.messages('/off').size, 0, 'nobody asked yet');
    const owner = { userId, clientId: null, grantId: null };
    assert.equal(await bench.log.recover(owner, { endpointId, since, limit: 100 }), 12);
    await bench.untilDone(endpointId, 12);
    assert.equal(receiver.messages('/off').size, 12);
    await worker.stop();
  });

  test('W40 an endpoint that is deleted during an attempt is left in peace', async () => {
    receiver.answer('/deleted', null);
    const { clock, endGrace } = graceClock();
    const worker = bench.startWorker({ clock });
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/deleted`);
    await bench.settle(userId, 2);
    await eventually('an attempt', () => (receiver.messages('/deleted').size > 0 ? true : null));
    await bench.endpoints.delete({ userId, clientId: null, grantId: null }, endpointId, new Date());
    endGrace();
    await worker.stop();
    const next = bench.startWorker();
    await next.look();
    await next.stop();
    assert.equal(receiver.messages('/deleted').size, 1);
    assert.deepEqual(await bench.states(endpointId), { cancelled: 2 });
    assert.equal(worker.logged(), '');
  });

  test('W46 a receiver that answers 429 is given its pause, by everything that waits', async () => {
    receiver.answer('/slower', { status: 429, headers: { 'retry-after': '2' } });
    const { clock, move } = standingClock();
    const worker = bench.startWorker({ clock });
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/slower`);
    await bench.settle(userId, 10);
    await eventually('an answer', async () =>
      (await bench.attempts(endpointId)).length > 0 ? true : null,
    );
    move(1900);
    await worker.look();
    assert.equal(receiver.messages('/slower').size, 1);
    receiver.answer('/slower', { status: 200 });
    move(100);
    await bench.untilDone(endpointId, 9);
    await worker.stop();
  });

  test('W86 a stop lets attempts end that do, and gives back what hangs', async () => {
    const isStopping = Promise.withResolvers<void>();
    receiver.answer('/late', (response) => void isStopping.promise.then(() => response.end()));
    receiver.answer('/hanging', null);
    const { clock, isAsked, endGrace } = graceClock();
    const worker = bench.startWorker({ clock });
    const slow = await bench.addReceiver(`${receiver.url}/late`);
    const hanging = await bench.addReceiver(`${receiver.url}/hanging`);
    await bench.settle(slow.userId, 1);
    await bench.settle(hanging.userId, 1);
    await eventually('both attempts', () =>
      receiver.messages('/late').size + receiver.messages('/hanging').size === 2 ? true : null,
    );
    const stopped = worker.stop();
    await isAsked;
    isStopping.resolve();
    await bench.untilDone(slow.endpointId, 1);
    endGrace();
    await stopped;
    assert.deepEqual(await bench.states(slow.endpointId), { succeeded: 1 });
    assert.deepEqual(await bench.states(hanging.endpointId), { pending: 1 });
    receiver.answer('/hanging', { status: 200 });
    const next = bench.startWorker();
    await bench.untilDone(hanging.endpointId, 1);
    await next.stop();
  });

  test('while it is held, everything waits and nothing is lost', async () => {
    let isHeld = true;
    const worker = bench.startWorker({ isHoldingWebhooks: () => isHeld });
    const { userId, endpointId } = await bench.addReceiver(`${receiver.url}/held`);
    await bench.settle(userId, 5);
    await worker.look();
    assert.equal(receiver.messages('/held').size, 0);
    isHeld = false;
    await bench.untilDone(endpointId, 5);
    await worker.stop();
  });
});

/** As where results are written before anything else is claimed. */
function claimingAfterRecords(store: DeliveryStore): DeliveryStore {
  let recording: Promise<unknown> = Promise.resolve();
  return {
    ...store,
    record: async (attempts) => {
      const recorded = store.record(attempts);
      recording = recorded.catch(() => undefined);
      await recorded;
    },
    claim: async (shares, leaseMs) => {
      await recording;
      return await store.claim(shares, leaseMs);
    },
  };
}
