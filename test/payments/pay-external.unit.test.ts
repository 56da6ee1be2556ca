import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';

test('M42 an invoice is paid over the node and debited with the fee that it cost', async () => {
  const { world, ann, pay } = await startPayBench();
  world.node.books.plan = { kind: 'succeed', feeMsat: 1_100n };
  const bill = world.node.bill({ amountMsat: 1_000_000n, memo: 'coffee' });
  const paid = settledOf(await pay(bill.bolt11));
  assert.equal(paid.preimage, bill.preimage);
  assert.equal(paid.amountSat, 1000n);
  assert.equal(paid.feeSat, 2n, 'a begun sat is charged');
  assert.equal(world.walletSat(ann), 100_000n - 1002n);
  assert.equal(world.heldSat(ann), 0n);
  const [record] = world.records(ann);
  assert.deepEqual(
    [record?.['type'], record?.['amount'], record?.['fee'], record?.['memo'], record?.['preimage']],
    ['outgoing', 1000, 2, 'coffee', bill.preimage],
  );
  world.checkBooks();
});

test('a failure of the node gives everything back', async () => {
  const { world, ann, pay } = await startPayBench();
  world.node.books.plan = { kind: 'fail', reason: 'no_route' };
  const refusal = refusalOf(await pay(world.node.bill().bolt11));
  assert.equal(refusal.kind, 'payment_failed');
  assert.equal(refusal.kind === 'payment_failed' && refusal.reason, 'no_route');
  assert.equal(world.walletSat(ann), 100_000n);
  world.checkBooks();
});

test('what is refused before anything is written', async () => {
  const { world, pay } = await startPayBench();
  const { node, clock } = world;
  const kinds = async (bolt11: string, amountSat?: bigint) =>
    refusalOf(await pay(bolt11, amountSat === undefined ? {} : { amountSat })).kind;
  assert.equal(await kinds('lnbcrt1nonsense'), 'bad_bolt11');
  assert.equal(await kinds(node.bill({ network: 'bitcoin' }).bolt11), 'wrong_network');
  assert.equal(await kinds(node.bill({ featureBits: [8, 14, 100] }).bolt11), 'invoice_not_payable');
  assert.equal(await kinds(node.bill({ amountMsat: null }).bolt11), 'amount_missing');
  assert.equal(await kinds(node.bill({ amountMsat: null }).bolt11, 0n), 'bad_input');
  assert.equal(await kinds(node.bill({ amountMsat: null }).bolt11, -5n), 'bad_input');
  assert.equal(await kinds(node.bill().bolt11, 999n), 'amount_mismatch');
  assert.equal(await kinds(node.bill({ amountMsat: 10n ** 15n }).bolt11), 'amount_too_large');
  assert.equal(await kinds(node.bill({ amountMsat: 100_000_000n }).bolt11), 'insufficient_balance');
  const expired = node.bill({ expirySec: 10 }).bolt11;
  await clock.advance(10_000);
  assert.equal(await kinds(expired), 'invoice_expired');
  assert.deepEqual(node.books.sent, []);
  assert.equal(world.memory.money.payments.size, 0);
});

test('a description that holds NUL is paid, and kept without it', async () => {
  const { world, ann, pay } = await startPayBench();
  const paid = settledOf(await pay(world.node.bill({ memo: 'a\u0000b' }).bolt11));
  assert.equal(paid.memo, 'ab', 'PostgreSQL has no place for NUL');
  assert.deepEqual(
    world.records(ann).map((record) => record['memo']),
    ['ab'],
  );
});

test('M20 a lost answer keeps the money held, and later calls tell the end', async () => {
  const { world, ann, pay, service } = await startPayBench();
  const { node } = world;
  node.books.plan = { kind: 'lose', isTaken: true };
  const bill = node.bill();
  assert.equal(refusalOf(await pay(bill.bolt11)).kind, 'payment_pending');
  assert.equal(world.heldSat(ann), 1010n);
  node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  service.run(resolvePayments);
  const later = settledOf(await pay(bill.bolt11));
  assert.equal(later.preimage, bill.preimage);
  assert.equal(world.walletSat(ann), 99_000n);
  assert.equal(node.books.sent.length, 1);
  world.checkBooks();
  await service.stop();
});

test('of many repeats of one open payment a few wait, the rest are answered at once', async () => {
  const { world, begin, service } = await startPayBench();
  world.node.books.plan = { kind: 'lose', isTaken: true };
  const bill = world.node.bill();
  const answers = Array.from({ length: 100 }, () => begin(bill.bolt11));
  let answered = 0;
  for (const answer of answers) void answer.then(() => (answered += 1));
  await world.clock.advance(1000);
  assert.ok(answered > 50 && answered < 100, `${answered} are answered after a second`);
  for (const answer of await world.clock.until(Promise.all(answers))) {
    assert.equal(refusalOf(answer).kind, 'payment_pending');
  }
  assert.equal(world.node.books.sent.length, 1);
  await service.stop();
});

test('M25 an upper-case invoice is the same invoice', async () => {
  const { world, ann, pay } = await startPayBench();
  const bill = world.node.bill();
  const paid = settledOf(await pay(`LIGHTNING:${bill.bolt11.toUpperCase()}`));
  const again = settledOf(await pay(bill.bolt11));
  assert.equal(again.id, paid.id);
  assert.equal(paid.bolt11, bill.bolt11);
  assert.equal(world.walletSat(ann), 99_000n);
});

test('M30 the same invoice ten times at once is one debit and ten successes', async () => {
  const { world, ann, begin } = await startPayBench();
  const bill = world.node.bill();
  const answers = await world.clock.until(
    Promise.all(Array.from({ length: 10 }, () => begin(bill.bolt11))),
  );
  assert.deepEqual(new Set(answers.map((answer) => settledOf(answer).id)).size, 1);
  assert.equal(world.walletSat(ann), 99_000n);
  assert.equal(world.node.books.sent.length, 1);
  world.checkBooks();
});

test('two users and one outside hash: the second learns nothing', async () => {
  const { world, pay } = await startPayBench();
  const bob = await world.addUser('bob', 50_000n);
  const bill = world.node.bill();
  settledOf(await pay(bill.bolt11));
  const refusal = refusalOf(await pay(bill.bolt11, { person: bob }));
  assert.deepEqual(refusal, { kind: 'hash_in_use' });
  assert.equal(world.walletSat(bob), 50_000n);
});

test('a settled payment answers a repeat even when its invoice has expired', async () => {
  const { world, pay } = await startPayBench();
  const bill = world.node.bill({ expirySec: 60 });
  const paid = settledOf(await pay(bill.bolt11));
  await world.clock.advance(120_000);
  assert.equal(settledOf(await pay(bill.bolt11)).id, paid.id);
});

test('after a failure the same invoice is a new attempt', async () => {
  const { world, ann, pay } = await startPayBench();
  const { node } = world;
  node.books.plan = { kind: 'fail', reason: 'no_route' };
  const bill = node.bill();
  refusalOf(await pay(bill.bolt11));
  node.books.plan = { kind: 'succeed', feeMsat: 0n };
  settledOf(await pay(bill.bolt11));
  assert.equal(node.books.sent.length, 2);
  assert.equal(world.walletSat(ann), 99_000n);
  world.checkBooks();
});

test('M33 a key stands for one call', async () => {
  const { world, ann, pay, begin } = await startPayBench();
  const { node, clock } = world;
  const bill = node.bill();
  const [one, two] = await clock.until(
    Promise.all([begin(bill.bolt11, { key: 'k' }), begin(bill.bolt11, { key: 'k' })]),
  );
  assert.equal(settledOf(one).id, settledOf(two).id);
  const other = node.bill();
  const refusal = refusalOf(await pay(other.bolt11, { key: 'k' }));
  assert.deepEqual(refusal, { kind: 'idempotency_mismatch' });
  const bob = await world.addUser('bob', 5000n);
  settledOf(await pay(other.bolt11, { key: 'k', person: bob }));
  assert.equal(world.walletSat(ann), 99_000n);
});

test('M33 a call that joins a payment binds its key too', async () => {
  const { world, pay } = await startPayBench();
  const bill = world.node.bill();
  const first = settledOf(await pay(bill.bolt11));
  assert.equal(settledOf(await pay(bill.bolt11, { key: 'k' })).id, first.id);
  const refusal = refusalOf(await pay(world.node.bill().bolt11, { key: 'k' }));
  assert.deepEqual(refusal, { kind: 'idempotency_mismatch' });
});

test('a refusal keeps no key', async () => {
  const { world, pay } = await startPayBench();
  const poor = await world.addUser('poor');
  const bill = world.node.bill();
  refusalOf(await pay(bill.bolt11, { key: 'k', person: poor }));
  assert.equal(world.memory.money.keys.size, 0);
});

test('M36 a held payment: the caller is answered in time, the cap counts it', async () => {
  const { world, ann, pay, begin } = await startPayBench({ openPaymentsMax: 2, waitSec: 5 });
  const { node, clock } = world;
  node.books.plan = { kind: 'hold' };
  const bills = [node.bill(), node.bill()];
  const startedMs = clock.monotonicMs();
  const answers = await clock.until(Promise.all(bills.map((bill) => begin(bill.bolt11))));
  assert.deepEqual(
    answers.map((answer) => refusalOf(answer).kind),
    ['payment_pending', 'payment_pending'],
  );
  assert.equal(clock.monotonicMs() - startedMs, 5000);
  const third = refusalOf(await pay(node.bill().bolt11));
  assert.deepEqual(third, { kind: 'too_many_open_payments' });
  for (const bill of bills) node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
  await clock.flush();
  assert.equal(world.walletSat(ann), 98_000n);
  world.checkBooks();
});

test('a stop of the process ends the wait at once and hands the payment to recovery', async () => {
  const { world, service, begin } = await startPayBench();
  world.node.books.plan = { kind: 'hold' };
  const bill = world.node.bill();
  const waiting = begin(bill.bolt11);
  await world.clock.flush();
  await service.stop();
  assert.equal(refusalOf(await waiting).kind, 'payment_pending');
  assert.equal(world.clock.monotonicMs(), 0);
  const [payment] = world.memory.money.payments.values();
  assert.equal(payment?.state, 'unknown');
  assert.equal(payment?.dispatch.ownerProcessId, null);
  assert.notEqual(payment?.dispatch.requestEndedAt, null);
});

test('M40 the fee limit is what was reserved, rounded up to a sat', async () => {
  const { world, pay } = await startPayBench();
  for (const amountMsat of [1_000n, 1_000_000n, 1_000_001n, 5_000_000n]) {
    await pay(world.node.bill({ amountMsat }).bolt11);
  }
  const limits = world.node.books.sent.map((order) => order.maxFeeMsat);
  assert.deepEqual(limits, [10_000n, 10_000n, 11_000n, 50_000n]);
});

test('M43 a fee above the reserve is the loss of the operator, with an alarm', async () => {
  const { world, ann, pay } = await startPayBench();
  world.node.books.plan = { kind: 'succeed', feeMsat: 99_000n };
  const paid = settledOf(await pay(world.node.bill().bolt11));
  assert.equal(paid.feeSat, 10n);
  assert.equal(world.walletSat(ann), 100_000n - 1010n);
  assert.deepEqual(world.alarmKinds(), ['fee_above_reserve']);
  world.checkBooks();
});

test('M45 parts of a sat round against the payer and balance', async () => {
  const { world, ann, pay } = await startPayBench();
  world.node.books.plan = { kind: 'succeed', feeMsat: 1n };
  const paid = settledOf(await pay(world.node.bill({ amountMsat: 1999n }).bolt11));
  assert.deepEqual([paid.amountSat, paid.feeSat], [2n, 0n]);
  assert.equal(world.walletSat(ann), 99_998n);
  world.checkBooks();
});

test('M47 an amountless invoice is sent with the amount of the payer', async () => {
  const { world, ann, pay } = await startPayBench();
  const bill = world.node.bill({ amountMsat: null });
  settledOf(await pay(bill.bolt11, { amountSat: 7n }));
  settledOf(await pay(world.node.bill().bolt11, { amountSat: 1000n }));
  const amounts = world.node.books.sent.map((order) => order.amountMsat);
  assert.deepEqual(amounts, [7000n, null], 'LND forbids an amount beside that of the invoice');
  assert.equal(world.walletSat(ann), 100_000n - 1007n);
});

test('an operator who stops outside payments stops nothing else', async () => {
  const { world, pay, service } = await startPayBench();
  service.deps.solvencyStop.report(false);
  await world.clock.advance(60_000);
  service.deps.solvencyStop.report(false);
  const bill = world.node.bill();
  assert.equal(refusalOf(await pay(bill.bolt11)).kind, 'outside_payments_stopped');
});
