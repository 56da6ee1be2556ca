import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { msat, sat } from '../../src/base/amount.ts';
import { HOUR_MS } from '../../src/base/durations.ts';
import type { Database } from '../../src/database/db.ts';
import type { SendPlan } from '../support/fake-node.ts';
import { createOutflowBench } from '../support/outflow-bench.ts';
import { setOutflowClock } from '../support/outflow-clock.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const opened: Database[] = [];
const api = await startWalletApi({ after }, { waitSec: 1 }, (database) => {
  opened.push(database);
  return {};
});
const [database] = opened;
assert(database !== undefined);
const outflow = createOutflowBench(database);
const owner = postgres(api.ownerUrl, { max: 1 });
after(() => owner.end());

test('what left and came within a day before the first limit counts', async (t) => {
  api.node.plan = { kind: 'succeed', feeMsat: msat(1500n) };
  const payer = await api.addUser();
  await payer.receive(100_000);
  const pay = (sats: bigint) =>
    payer.post('/payments/bolt11', {
      invoice: api.node.externalInvoice({ amountMsat: sats * 1000n }).bolt11,
    });
  assert.equal((await pay(1000n)).status, 200);
  api.node.plan = { kind: 'fail', reason: 'no_route' };
  assert.notEqual((await pay(1000n)).status, 200);
  const end = Promise.withResolvers<SendPlan>();
  t.after(() => end.resolve({ kind: 'succeed', feeMsat: msat(0n) }));
  api.node.plan = { kind: 'hold', until: end.promise };
  await pay(2000n);
  const clock = await setOutflowClock({ after }, api.ownerUrl);
  const read = async () => {
    const { sentHourMsat, sentDayMsat, receivedDayMsat, countHour } = await outflow.read();
    return [sentHourMsat, sentDayMsat, receivedDayMsat, countHour];
  };
  await outflow.limit({ hourSat: sat(50_000n) });
  assert.deepEqual(await read(), [3_022_000n, 3_022_000n, 0n, 2]);
  await outflow.chooseOnly({ netDaySat: sat(1n) });
  assert.deepEqual(await read(), [3_022_000n, 3_022_000n, 100_000_000n, 2]);
  await clock.move(2 * HOUR_MS);
  assert.deepEqual(await read(), [0n, 3_022_000n, 100_000_000n, 0]);

  await outflow.limit({});
  await outflow.chooseOnly({});
  await clock.move(23 * HOUR_MS);
  await outflow.limit({ hourSat: sat(50_000n) });
  assert.deepEqual(await read(), [0n, 0n, 0n, 0], 'nothing older');
  const { hourMsat, dayMsat } = await outflow.findBusiest();
  assert.deepEqual([hourMsat, dayMsat], [3_021_500n, 3_021_500n]);
});

test('the first limit of a database that went back lets nothing leave', async () => {
  await outflow.limit({}, 'off');
  await owner`
    insert into database_mark (system_identifier, timeline, went_back_at)
    values (1, 1, clock_timestamp())`;
  await outflow.limit({ hourSat: sat(50_000n) });
  assert.match((await outflow.read()).latch?.detail ?? '', /gone back/);
  await outflow.limit({}, 'off');
  assert.equal((await outflow.read()).latch, null);
});
