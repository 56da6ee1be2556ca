import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat, satToMsat } from '../../src/base/amount.ts';
import { cancelNodeInvoices } from '../../src/invoices/cancel-node-invoices.ts';
import { createInvoice } from '../../src/invoices/create-invoice.ts';
import { EMPTY_ORDER, type InvoiceOrder } from '../../src/invoices/invoice-order.ts';
import { type PayBench, refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import type { Person } from '../support/wallet-world.ts';

const ORDER: InvoiceOrder = {
  ...EMPTY_ORDER,
  amountMsat: satToMsat(sat(500n)),
  description: 'a lamp',
  comment: 'thanks',
  metadataJson: '{"order":1}',
  payerName: 'Ann',
};

async function invoiceOf(
  bench: PayBench,
  person: Person,
  change: Partial<InvoiceOrder> = {},
  key: string | null = null,
) {
  const { deps } = bench.service;
  const idempotency = key === null ? null : { key, requestHash: new Uint8Array(32) };
  const input = { caller: person.caller, order: { ...ORDER, ...change }, idempotency };
  const created = await createInvoice(deps, input);
  assert(created.ok && created.value.bolt11 !== null);
  return { ...created.value, bolt11: created.value.bolt11 };
}

test('M09 both sides of an internal payment are one event, and the node hears nothing', async () => {
  const bench = await startPayBench();
  const { world, ann, service } = bench;
  const bob = await world.addUser('bob');
  const invoice = await invoiceOf(bench, bob);
  const paid = settledOf(await bench.pay(invoice.bolt11));
  assert.deepEqual([paid.path, paid.amountSat, paid.feeSat], ['internal', 500n, 0n]);
  assert.equal(paid.preimage, invoice.preimage);
  assert.deepEqual([world.walletSat(ann), world.walletSat(bob)], [99_500n, 500n]);
  assert.deepEqual(world.node.books.sent, []);

  const [outgoing] = world.records(ann);
  const [incoming] = world.records(bob);
  assert.deepEqual([outgoing?.['type'], outgoing?.['memo']], ['outgoing', 'a lamp']);
  assert.deepEqual(
    [incoming?.['type'], incoming?.['identifier'], incoming?.['comment'], incoming?.['metadata']],
    ['incoming', invoice.identifier, 'thanks', { order: 1 }],
  );
  service.run(cancelNodeInvoices);
  await world.clock.advance(10_000);
  assert.deepEqual([...world.node.cancelled], [invoice.paymentHash]);
  world.checkBooks();
});

test('an invoice that the node does not let go keeps no other back', async () => {
  const bench = await startPayBench();
  const bob = await bench.world.addUser('bob');
  const made = [await invoiceOf(bench, bob), await invoiceOf(bench, bob)];
  // They are cancelled in the order of their ids.
  const [stuck, other] = made.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  assert(stuck !== undefined && other !== undefined);
  settledOf(await bench.pay(stuck.bolt11));
  settledOf(await bench.pay(other.bolt11));
  let calls = 0;
  bench.service.breakage.onCall.set('cancelInvoice', () => {
    calls += 1;
    if (calls === 1) throw new Error('the node keeps it');
  });
  bench.service.run(cancelNodeInvoices);
  await bench.world.clock.advance(1);
  assert.deepEqual([...bench.world.node.cancelled], [other.paymentHash]);
  bench.service.run(cancelNodeInvoices);
  await bench.world.clock.advance(1);
  assert.equal(bench.world.node.cancelled.size, 2);
});

test('M08 paying one’s own invoice is balanced', async () => {
  const bench = await startPayBench();
  const invoice = await invoiceOf(bench, bench.ann);
  settledOf(await bench.pay(invoice.bolt11));
  assert.equal(bench.world.walletSat(bench.ann), 100_000n);
  assert.equal(bench.world.records(bench.ann).length, 2);
  bench.world.checkBooks();
});

test('twenty payers of one internal invoice: one debit', async () => {
  const bench = await startPayBench();
  const { world } = bench;
  const bob = await world.addUser('bob');
  const payers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => world.addUser(`payer${index}`, 1000n)),
  );
  const { bolt11 } = await invoiceOf(bench, bob);
  const answers = await world.clock.until(
    Promise.all(payers.map((person) => bench.begin(bolt11, { person }))),
  );
  const refusals = answers.filter((answer) => !answer.ok).map((answer) => refusalOf(answer).kind);
  assert.deepEqual(new Set(refusals), new Set(['invoice_settled']));
  assert.equal(refusals.length, 19);
  assert.equal(world.walletSat(bob), 500n);
  world.checkBooks();
});

test('M30 a repeat by the same payer answers the first success', async () => {
  const bench = await startPayBench();
  const bob = await bench.world.addUser('bob');
  const { bolt11 } = await invoiceOf(bench, bob);
  const first = settledOf(await bench.pay(bolt11));
  const again = settledOf(await bench.pay(`lightning:${bolt11}`, { key: 'later' }));
  assert.equal(again.id, first.id);
  assert.equal(bench.world.walletSat(bench.ann), 99_500n);
});

test('an invoice of ours that another grant of the payer paid is refused, without preimage', async () => {
  const bench = await startPayBench();
  const bob = await bench.world.addUser('bob');
  const { bolt11 } = await invoiceOf(bench, bob);
  const person = { ...bench.ann, caller: { ...bench.ann.caller, grantId: 'another-grant' } };
  const answers = await bench.world.clock.until(
    Promise.all([bench.begin(bolt11), bench.begin(bolt11, { person })]),
  );
  const [first, second] = answers;
  assert(first !== undefined && second !== undefined);
  settledOf(first);
  assert.equal(refusalOf(second).kind, 'paid_by_other_grant');
  assert.equal(refusalOf(await bench.pay(bolt11, { person })).kind, 'paid_by_other_grant');
  assert.equal(bench.world.walletSat(bench.ann), 99_500n);
  bench.world.checkBooks();
});

test('M56 only the very text that we gave out is paid internally', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  const bob = await world.addUser('bob');
  const invoice = await invoiceOf(bench, bob);
  const preimage = Buffer.from(invoice.preimage, 'hex');
  const cheaper = world.node.ownBill({ preimage, amountMsat: 1000n });
  assert.equal(cheaper.paymentHash, invoice.paymentHash);
  assert.deepEqual(refusalOf(await bench.pay(cheaper.bolt11)), { kind: 'not_our_invoice' });
  const unknown = world.node.ownBill();
  assert.deepEqual(refusalOf(await bench.pay(unknown.bolt11)), { kind: 'not_our_invoice' });
  assert.deepEqual(world.node.books.sent, []);
  assert.deepEqual(service.deps.paymentStop.stopReason(), null);
});

test('M57 an invoice of another node that bears our hash goes over the node', async () => {
  const bench = await startPayBench();
  const { world, ann } = bench;
  const bob = await world.addUser('bob');
  const invoice = await invoiceOf(bench, bob);
  const wrapped = world.node.bill({ preimage: Buffer.from(invoice.preimage, 'hex') });
  const paid = settledOf(await bench.pay(wrapped.bolt11));
  assert.equal(paid.path, 'node');
  assert.deepEqual([world.walletSat(ann), world.walletSat(bob)], [99_000n, 0n]);
  world.checkBooks();
});

test('an internal invoice is refused when it has expired, is unready or costs too much', async () => {
  const bench = await startPayBench();
  const { world, service } = bench;
  const bob = await world.addUser('bob');
  const dear = await invoiceOf(bench, bob, { amountMsat: satToMsat(sat(100_001n)) });
  assert.deepEqual(refusalOf(await bench.pay(dear.bolt11)), { kind: 'insufficient_balance' });
  const short = await invoiceOf(bench, bob, { expirySec: 10 });
  await world.clock.advance(10_000);
  assert.deepEqual(refusalOf(await bench.pay(short.bolt11)), { kind: 'invoice_expired' });

  const seen: string[] = [];
  service.breakage.errors.set('setBolt11', [{ at: 'before', error: new Error('database away') }]);
  service.breakage.onCall.set('setBolt11', () => void seen.push('asked'));
  await assert.rejects(invoiceOf(bench, bob, {}, 'key'), /database away/);
  assert.deepEqual(seen, ['asked']);
  const [unready] = [...world.memory.money.invoices.values()].slice(-1);
  assert(unready !== undefined);
  const preimage = Buffer.from(unready.invoice.preimage, 'hex');
  const { bolt11 } = world.node.ownBill({ preimage, amountMsat: 500_000n });
  assert.deepEqual(refusalOf(await bench.pay(bolt11)), { kind: 'invoice_not_ready' });
  world.checkBooks();
});

test('M88 internal payments go on while nothing may leave over the node', async () => {
  const bench = await startPayBench();
  const { solvencyStop } = bench.service.deps;
  solvencyStop.report(false);
  await bench.world.clock.advance(60_000);
  assert.equal(solvencyStop.report(false), 'stopped');
  const bob = await bench.world.addUser('bob');
  settledOf(await bench.pay((await invoiceOf(bench, bob)).bolt11));
});
