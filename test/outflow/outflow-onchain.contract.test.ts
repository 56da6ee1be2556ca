import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, beforeEach, test } from 'node:test';
import postgres from 'postgres';
import { msat, sat } from '../../src/base/amount.ts';
import { DAY_MS, HOUR_MS } from '../../src/base/durations.ts';
import { newUuid } from '../../src/base/id.ts';
import { treatAsRewound } from '../../src/node/rewind/sql/database-rewind.ts';
import type { FeeBump } from '../../src/onchain/fee-bump.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { addUser, NOW, reserveEvent } from '../support/money-model/events.ts';
import { LEADING, startWithdrawalBench } from '../support/onchain/withdrawal-bench.ts';
import { newHash, newTransaction, newWithdrawal } from '../support/onchain/withdrawal-events.ts';
import { createOutflowBench } from '../support/outflow-bench.ts';
import { setOutflowClock } from '../support/outflow-clock.ts';

/** Withdrawals of 50,000 sat with a fee of 1,000 sat each. */

const bench = await startWithdrawalBench({ after });
const { world, withdrawals, feeBumps, sign, settle, fail, stateOf } = bench;
const outflow = createOutflowBench(bench.database);
const clock = await setOutflowClock({ after }, bench.ownerUrl);
const superuser = postgres(bench.superuserUrl, { max: 1 });
after(() => superuser.end());

beforeEach(async () => {
  await outflow.limit({}, 'off');
  await clock.move(2 * DAY_MS);
  await outflow.limit({ daySat: sat(110_000n) });
});

async function ordered() {
  const order = newWithdrawal(await addUser(world, 60_000));
  assert.deepEqual(await withdrawals.order(order), { kind: 'ordered' });
  return order;
}
/** A fee bump that spends from a transaction. */
const bumpOf = (withdrawalId: string, feeSat: bigint, txid: string): FeeBump => ({
  id: randomUUID(),
  withdrawalId,
  coin: { txid, index: 1, amountSat: sat(100_000n) },
  txid: newHash(),
  raw: '00',
  feeSat: sat(feeSat),
});
const sent = async () => (await outflow.read()).sentDayMsat / 1000n;

test('what is signed counts with its fee, and nothing is signed that would pass a limit', async () => {
  const orders = [await ordered(), await ordered(), await ordered()];
  const answers = await Promise.all(orders.map(({ id }) => sign(id)));
  assert.deepEqual(answers.toSorted(), ['signed', 'signed', 'stopped']);
  assert.equal(await sent(), 102_000n);
  const waiting = orders[answers.indexOf('stopped')];
  const signed = orders[answers.indexOf('signed')];
  assert(waiting !== undefined && signed !== undefined);
  assert.equal(await stateOf(waiting.id), 'reserved');
  await outflow.lift();
  assert.equal(await sign(waiting.id), 'stopped', 'the day is full');
  await outflow.lift(sat(51_000n));
  assert.equal(await sign(waiting.id), 'signed');
  assert.equal(await sent(), 102_000n, 'what an operator allows beyond it is no part of it');
  assert.equal(await settle(signed), 'done');
  assert.equal(await sent(), 102_000n);
  assert.equal(await fail(waiting.id, 'signed'), 'done');
  assert.equal(await sent(), 102_000n);
});

test('one that another transaction has replaced is given back', async () => {
  const { id } = await ordered();
  await sign(id);
  assert.equal(await sent(), 51_000n);
  assert.equal(await fail(id, 'signed'), 'done');
  assert.deepEqual([await sent(), (await outflow.read()).countHour], [0n, 0]);
  const unsent = await ordered();
  assert.equal(await fail(unsent.id, 'reserved'), 'done');
  assert.equal(await sent(), 0n);
});

test('one that is found has left, whatever the limits say', async () => {
  await outflow.limit({ daySat: sat(10_000n) });
  const { id } = await ordered();
  await superuser`update withdrawal set state = 'unknown' where id = ${id}`;
  assert.equal(await sign(id, newTransaction(), { isFound: true }), 'signed');
  assert.equal(await sent(), 51_000n);
  assert.equal((await outflow.read()).latch, null);
  const next = await ordered();
  assert.equal(await sign(next.id), 'stopped');
});

test('the fee of a raise counts, and that of one that no block takes is given back', async () => {
  const { id } = await ordered();
  const transaction = newTransaction();
  await sign(id, transaction);
  const paid = bumpOf(id, 9000n, transaction.txid);
  const found = bumpOf(id, 8000n, paid.txid);
  const tooMuch = bumpOf(id, 60_000n, found.txid);
  assert.equal(await feeBumps.note(paid, NOW), 'noted');
  assert.equal(await feeBumps.note(paid, NOW), 'noted', 'its answer was lost');
  const { coin } = paid;
  assert.equal(await feeBumps.note({ ...bumpOf(id, 1n, coin.txid), coin }, NOW), 'coin_taken');
  assert.equal(await sent(), 60_000n);
  assert.equal(await feeBumps.noteFound(found, NOW, LEADING), 'noted');
  assert.equal(await feeBumps.noteFound(found, NOW, LEADING), 'noted');
  assert.equal(await sent(), 68_000n);
  assert.equal(await feeBumps.note(tooMuch, NOW), 'stopped');
  assert.match((await outflow.read()).latch?.detail ?? '', /: day/);
  assert.equal(await feeBumps.end(found.id, { isPaid: false, fence: LEADING, at: NOW }), 'done');
  assert.equal(await sent(), 60_000n);
  assert.equal(await feeBumps.end(paid.id, { isPaid: true, fence: LEADING, at: NOW }), 'done');
  assert.equal(await sent(), 60_000n);
});

test('a payment that waited for an approval counts from when it was paid', async () => {
  await outflow.limit({}, 'off');
  const [row] = await superuser<{ now: Date }[]>`select outflow_now() as now`;
  assert(row !== undefined);
  const hoursAgo = (hours: number) => new Date(row.now.getTime() - hours * HOUR_MS);
  const { order, ...event } = reserveEvent(await addUser(world, 60_000), {
    amountMsat: msat(50_000_000n),
  });
  const id = newUuid({ now: () => hoursAgo(24.5) }, systemRandom);
  const paid = { ...event, order: { ...order, id, createdAt: hoursAgo(1) } };
  assert.deepEqual(await world.store.reserve([paid]), [{ kind: 'reserved' }]);
  await outflow.limit({ daySat: sat(110_000n) });
  assert.equal(await sent(), 50_010n);
});

test('a database that went back lets nothing leave until a person has looked', async () => {
  await superuser`
    insert into database_mark (system_identifier, timeline)
    select system_identifier, timeline_id from pg_control_system(), pg_control_checkpoint()
    on conflict do nothing`;
  await bench.database.transaction(treatAsRewound);
  assert.match((await outflow.read()).latch?.detail ?? '', /gone back/);
  await outflow.limit({}, 'off');
  await bench.database.transaction(treatAsRewound);
  assert.equal((await outflow.read()).latch, null, 'without limits there is nothing to count');
});
