import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { STOP_FILE, watchStopFile } from '../../src/node/io/stop-file.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import { startService } from '../support/wallet-service.ts';

const HALF_HOUR_MS = 1_800_000;

test('M03 no lock runs out: what a dead process began holds its money for as long as it takes', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const { world, service, ann } = bench;
  world.node.books.plan = { kind: 'hold' };
  const large = { amountMsat: 60_000_000n, expirySec: 7200 };
  const bill = world.node.bill(large);
  refusalOf(await bench.pay(bill.bolt11));
  service.kill();

  const next = await startService(world, 'next', { waitSec: 1 });
  next.run(resolvePayments);
  const payThere = (bolt11: string) =>
    world.clock.until(
      payInvoice(next.deps, { caller: ann.caller, bolt11, amountMsat: null, idempotency: null }),
    );
  const another = world.node.bill(large);
  for (let count = 0; count < 2; count += 1) {
    await world.clock.advance(HALF_HOUR_MS);
    assert.equal(refusalOf(await payThere(bill.bolt11)).kind, 'payment_pending');
    assert.equal(refusalOf(await payThere(another.bolt11)).kind, 'insufficient_balance');
  }
  world.node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  // Recovery may just be pausing between two looks, for up to half a minute.
  await world.clock.advance(31_000);
  assert.equal(settledOf(await payThere(bill.bolt11)).preimage, bill.preimage);
  assert.equal(world.node.books.sent.length, 1);
  assert.equal(world.walletSat(ann), 40_000n);
  world.checkBooks();
  await next.stop();
});

test('M87 a stop of outside payments that the database cannot lift', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'satchel-test-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const bench = await startPayBench();
  const { world, service, ann } = bench;
  const deps = { ...service.deps, paymentStop: watchStopFile(dataDir) };
  const pay = (bolt11: string) =>
    world.clock.until(
      payInvoice(deps, { caller: ann.caller, bolt11, amountMsat: null, idempotency: null }),
    );
  writeFileSync(join(dataDir, STOP_FILE), '');
  const bill = world.node.bill();
  assert.equal(refusalOf(await pay(bill.bolt11)).kind, 'outside_payments_stopped');
  assert.deepEqual(world.node.books.sent, []);
  rmSync(join(dataDir, STOP_FILE));
  settledOf(await pay(bill.bolt11));
  world.checkBooks();
});
