import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { onlyPayment, refusalOf, startPayBench } from '../support/pay-bench.ts';

test('a payment that its own process sends while recovery holds its row is not taken for lost', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service } = bench;
  const { payments } = world.memory.money;
  const mayBegin = Promise.withResolvers<void>();
  const stateWhenAsked: string[] = [];
  world.node.books.plan = { kind: 'hold' };
  service.breakage.onCall.set('newestPaymentIndex', () => mayBegin.promise);
  service.breakage.onCall.set('payment', async () => {
    stateWhenAsked.push(onlyPayment(bench).state);
    mayBegin.resolve();
    await world.clock.sleep(1000);
  });
  const bill = world.node.bill();
  const paid = bench.begin(bill.bolt11);
  await world.clock.advance(10);
  const { id, dispatch, ...row } = onlyPayment(bench);
  payments.set(id, { ...row, id, dispatch: { ...dispatch, ownerProcessId: null } });
  service.run(resolvePayments);
  await world.clock.advance(30_000);
  assert.equal(stateWhenAsked[0], 'reserved', 'as recovery has read it');
  assert.equal(refusalOf(await paid).kind, 'payment_pending');
  assert.equal(onlyPayment(bench).state, 'in_flight');
  assert.equal(service.deps.paymentStop.stopReason(), null);
  assert.deepEqual(world.alarmKinds(), []);
  world.checkBooks();
});
