import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { watchStuck } from '../../src/payments/recovery/watch-stuck.ts';
import { refusalOf, settledOf } from '../support/pay-bench.ts';
import { LATE, strand } from '../support/stranding.ts';
import { startService } from '../support/wallet-service.ts';

test('the operator is told once, by recovery, and ends it when the blocks have passed', async () => {
  const stranding = await strand();
  const { world } = stranding.bench;
  world.node.says.blockHeight = 1;
  stranding.worker.run(watchStuck);
  await stranding.pass(9);
  assert.deepEqual(world.alarmKinds(), ['payment_takes_long']);
  await stranding.pass(60);
  assert.deepEqual(world.alarmKinds(), ['payment_takes_long', 'payment_stranded']);
  assert.match(world.memory.alarms[1]?.detail ?? '', /from block 1012 on `satchel payments end/);
  assert.equal(world.memory.alarms[1]?.count, 1);
  assert.equal(stranding.payment().state, 'in_flight', 'nobody but the operator ends it');
  world.node.says.blockHeight = LATE;
  assert.equal(await stranding.end(), 'ended');
  world.checkBooks();
});

test('recovery forgets its look at what a channel holds again', async () => {
  const stranding = await strand();
  stranding.worker.run(watchStuck);
  await stranding.pass(8);
  stranding.says.channel = { htlcHashes: [stranding.paymentHash] };
  await stranding.pass(2);
  assert.equal(stranding.bench.world.memory.stuck.size, 0);
  stranding.says.channel = {};
  await stranding.pass(9);
  assert.deepEqual(stranding.bench.world.alarmKinds(), ['payment_takes_long']);
});

test('a success after the end raises an alarm; a failure closes the matter', async () => {
  const ends = [
    { kind: 'succeed', feeMsat: 0n },
    { kind: 'fail', reason: 'other' },
  ] as const;
  for (const end of ends) {
    const stranding = await strand();
    const { world, ann } = stranding.bench;
    stranding.worker.run(watchStuck);
    await stranding.pass(12);
    assert.equal(await stranding.end(), 'ended');
    await stranding.pass(120);
    const isClosed = () => [...world.memory.stuck.values()].map((row) => row.isClosed);
    assert.deepEqual(isClosed(), [false], 'as long as the node holds it for under way');
    world.node.end(stranding.paymentHash, end);
    await stranding.pass(2);
    assert.deepEqual(isClosed(), [true]);
    const contradicted = world.alarmKinds().includes('final_state_contradicted');
    assert.equal(contradicted, end.kind === 'succeed');
    assert.equal(world.walletSat(ann), 100_000n, 'the end that was written stands');
    world.checkBooks();
  }
});

test('paid again after the end: while the node holds the first for under way it refuses', async () => {
  const stranding = await strand();
  const { bench } = stranding;
  stranding.worker.run(watchStuck);
  await stranding.pass(12);
  assert.equal(await stranding.end(), 'ended');
  bench.world.node.books.plan = { kind: 'succeed', feeMsat: 0n };
  const second = await startService(bench.world, 'second', { waitSec: 1 });
  const other = bench.world.node.bill();
  const pay = (bolt11: string) =>
    bench.world.clock.until(
      payInvoice(second.deps, {
        caller: bench.ann.caller,
        bolt11,
        amountMsat: null,
        idempotency: null,
      }),
    );
  const bolt11 = stranding.payment().bolt11;
  assert.equal(refusalOf(await pay(bolt11)).kind, 'payment_pending');
  assert.equal(settledOf(await pay(other.bolt11)).state, 'settled');
  bench.world.node.end(stranding.paymentHash, { kind: 'fail', reason: 'other' });
  await stranding.pass(30);
  const states = [...bench.world.memory.money.payments.values()].map(({ state }) => state);
  assert.deepEqual(states.sort(), ['failed', 'failed', 'settled']);
  assert.equal(bench.world.walletSat(bench.ann), 99_000n);
  assert(!bench.world.alarmKinds().includes('final_state_contradicted'));
  bench.world.checkBooks();
});
