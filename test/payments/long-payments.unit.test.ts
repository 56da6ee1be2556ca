import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchStuck } from '../../src/payments/recovery/watch-stuck.ts';
import { onlyPayment, refusalOf, startPayBench } from '../support/pay-bench.ts';

test('a payment that is on its way for minutes raises one alarm, which ends nothing', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service, ann } = bench;
  service.run(watchStuck);
  world.node.books.plan = { kind: 'hold' };
  refusalOf(await bench.pay(world.node.bill().bolt11));
  await world.clock.advance(240_000);
  assert.deepEqual(world.alarmKinds(), []);
  await world.clock.advance(180_000);
  assert.deepEqual(world.alarmKinds(), ['payment_takes_long']);
  await world.clock.advance(24 * 3_600_000);
  const [alarm, ...others] = world.memory.alarms;
  assert.deepEqual([alarm?.subject, alarm?.count, others], [onlyPayment(bench).id, 1, []]);
  assert.match(alarm?.detail ?? '', /on its way for \d minutes: 1010 sat are held for it/);
  assert.equal(onlyPayment(bench).state, 'in_flight');
  assert.equal(world.heldSat(ann), 1010n);
  world.checkBooks();
});

test('a payment of which the node was not told is not on its way', async () => {
  const { world, service, ann, pay } = await startPayBench({ waitSec: 1 });
  world.node.books.plan = { kind: 'hold' };
  refusalOf(await pay(world.node.bill().bolt11));
  const { payments } = service.deps;
  const listOpenPayments = async () =>
    (await payments.listOpenPayments()).map((one) => ({ ...one, state: 'reserved' as const }));
  service.run((deps, signal) =>
    watchStuck({ ...deps, payments: { ...payments, listOpenPayments } }, signal),
  );
  await world.clock.advance(3_600_000);
  assert.equal(world.heldSat(ann), 1010n);
  assert.deepEqual(world.alarmKinds(), []);
  world.checkBooks();
});

test('payments that end within minutes raise no alarm', async () => {
  const bench = await startPayBench();
  bench.service.run(watchStuck);
  for (let count = 0; count < 3; count += 1) {
    await bench.pay(bench.world.node.bill().bolt11);
    await bench.world.clock.advance(180_000);
  }
  assert.deepEqual(bench.world.alarmKinds(), []);
});
