import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import type { Database } from '../../src/database/db.ts';
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
api.node.plan = { kind: 'succeed', feeMsat: msat(500n) };

/** What left and came in, by how many hours ago; hours of nothing are left out. */
async function hours(): Promise<ReadonlyMap<number, readonly bigint[]>> {
  const listed = await outflow.listHours();
  assert.equal(listed.length, 24);
  const newest = listed.at(-1)?.end.getTime() ?? 0;
  return new Map(
    listed
      .filter(({ sentMsat, receivedMsat }) => sentMsat + receivedMsat > 0n)
      .map(({ end, sentMsat, receivedMsat }) => [
        (newest - end.getTime()) / HOUR_MS,
        [sentMsat, receivedMsat],
      ]),
  );
}

test('hours have what left and came in, with limits and without, for a day', async () => {
  const user = await api.addUser();
  const pay = async (sats: bigint) => {
    const { bolt11 } = api.node.externalInvoice({ amountMsat: sats * 1000n });
    return (await user.post('/payments/bolt11', { invoice: bolt11 })).status;
  };
  assert.deepEqual(await hours(), new Map());
  await user.receive(50_000);
  assert.equal(await pay(1000n), 200);
  const both = new Map([[0, [1_001_000n, 50_000_000n]]]);
  assert.deepEqual(await hours(), both, 'without limits');
  const clock = await setOutflowClock({ after }, api.ownerUrl);
  await outflow.chooseOnly({ hourSat: sat(100_000n) });
  assert.deepEqual(await hours(), both, 'with the first limit');
  await clock.move(3 * HOUR_MS);
  assert.equal(await pay(2000n), 200);
  await outflow.lift(sat(5000n));
  await outflow.chooseOnly({ hourSat: sat(1n) });
  assert.equal(await pay(3000n), 200, 'beyond the limit');
  // What leaves beyond the limits counts with all that was held for its fee.
  assert.deepEqual((await hours()).get(0), [2_001_000n + 3_030_000n, 0n]);
  assert.equal((await hours()).size, 2);
  await clock.move(22 * HOUR_MS + 10 * MINUTE_MS);
  assert.deepEqual([...(await hours()).keys()], [22], 'nothing older than a day');
  await clock.move(2 * HOUR_MS);
  assert.deepEqual(await hours(), new Map());
});
