import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import { openDatabase } from '../../src/database/db.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createDeliveryStore } from '../../src/webhooks/sql/delivery-store.ts';
import { eventually } from '../support/eventually.ts';
import { openDeliveryBench, someLooks } from '../support/webhooks/delivery-bench.ts';
import { startHookReceiver } from '../support/webhooks/hook-receiver.ts';

const receiver = await startHookReceiver();
after(() => receiver.close());

describe('delivery when the database is away', async () => {
  const bench = await openDeliveryBench({ after });
  afterEach(async () => {
    await bench.stopWorkers();
    assert.deepEqual(await bench.findings(), []);
  });

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
    await bench.untilDone(endpointId, 3);
    assert.equal(receiver.received.filter(({ path }) => path === '/away').length, 3, 'sent once');
    await worker.stop();
  });
});
