import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat, satToMsat } from '../../src/base/amount.ts';
import { createInvoice } from '../../src/invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../../src/invoices/invoice-order.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { onlyPayment, refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import { startService } from '../support/wallet-service.ts';

/** Two processes carry out one order under the ids and the key that follow from it. */

const IDS = { paymentId: '01890000-0000-7000-8000-000000000001', identifier: 'A'.repeat(24) };

test('M98 what another process has sent is neither sent again nor given up', async () => {
  const bench = await startPayBench();
  const { world, service, ann } = bench;
  const second = await startService(world, 'second');
  world.node.books.plan = { kind: 'hold' };
  const bill = world.node.bill({ amountMsat: 1_000_000n });
  const input = {
    caller: ann.caller,
    bolt11: bill.bolt11,
    amountMsat: null,
    idempotency: { key: 'nwc:1', requestHash: new Uint8Array(32) },
    ids: IDS,
  };
  // The second process has found no key, and is slow to reserve; and what it would begin is not
  // answered.
  second.breakage.onCall.set('reserve', () => world.clock.sleep(2000));
  second.breakage.errors.set('beginDispatch', [{ at: 'after', error: new Error('no answer') }]);
  const late = payInvoice(second.deps, input);
  const first = payInvoice(service.deps, input);
  await world.clock.advance(5000);
  assert.equal(onlyPayment(bench).state, 'in_flight');
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 1000n });
  const [one, other] = await world.clock.until(Promise.all([first, late]));
  assert.equal(settledOf(one).preimage, bill.preimage);
  assert.equal(settledOf(other).preimage, bill.preimage);
  assert.equal(world.walletSat(ann), 100_000n - 1001n);
  world.checkBooks();
});

test('ids of a payment that has failed pay no invoice of this service, and show no preimage', async () => {
  const bench = await startPayBench();
  const { world, service, ann } = bench;
  const bob = await world.addUser('bob');
  world.node.books.plan = { kind: 'fail', reason: 'no_route' };
  const input = { caller: ann.caller, amountMsat: null, idempotency: null, ids: IDS };
  const failed = payInvoice(service.deps, { ...input, bolt11: world.node.bill().bolt11 });
  assert.equal(refusalOf(await world.clock.until(failed)).kind, 'payment_failed');
  const order = {
    ...EMPTY_ORDER,
    amountMsat: satToMsat(sat(500n)),
    description: 'a lamp',
  };
  const created = createInvoice(service.deps, { caller: bob.caller, order, idempotency: null });
  const made = await world.clock.until(created);
  assert(made.ok && made.value.bolt11 !== null);
  const { bolt11 } = made.value;
  const again = await world.clock.until(payInvoice(service.deps, { ...input, bolt11 }));
  assert.equal(refusalOf(again).kind, 'payment_failed');
  assert.deepEqual([world.walletSat(ann), world.walletSat(bob)], [100_000n, 0n]);
  world.checkBooks();
});
