import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { startPayBench } from '../support/pay-bench.ts';
import { startService } from '../support/wallet-service.ts';

/** Every call out of the process in the life of a payment over the node. */
const CALLS = [
  'readForPayment',
  'reserve',
  'newestPaymentIndex',
  'beginDispatch',
  'send',
  'markAcknowledged',
  'resolve',
];

for (const call of CALLS) {
  for (const moment of ['onCall', 'onEffect'] as const) {
    const when = moment === 'onCall' ? 'before' : 'after';
    test(`M29 killed ${when} ${call}: one end, exact balance`, async () => {
      const bench = await startPayBench();
      const { world, service, ann } = bench;
      service.breakage[moment].set(call, () => service.kill());
      const bill = world.node.bill();
      void bench.begin(bill.bolt11);
      await world.clock.advance(5000);
      const recovery = await startService(world, 'worker');
      recovery.run(resolvePayments);
      await world.clock.advance(20 * 60_000);
      const { payments, sent } = world.node.books;
      const wasPaid = payments.get(bill.paymentHash)?.kind === 'succeeded';
      assert.equal(world.walletSat(ann), wasPaid ? 99_000n : 100_000n);
      assert.equal(world.heldSat(ann), 0n);
      assert.equal(world.records(ann).length, wasPaid ? 1 : 0);
      assert(sent.length <= 1);
      world.checkBooks();
      await recovery.stop();
    });
  }
}
