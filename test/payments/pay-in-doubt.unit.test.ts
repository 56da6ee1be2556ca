import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat, satToMsat } from '../../src/base/amount.ts';
import { createInvoice } from '../../src/invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../../src/invoices/invoice-order.ts';
import { MoneyEventRejected, MoneyOutcomeUnknown } from '../../src/ledger/money-store.ts';
import type { KeysendOrder } from '../../src/payments/keysend-order.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { sendKeysend } from '../../src/payments/send-keysend.ts';
import { sendKeysends } from '../../src/payments/send-keysends.ts';
import { createMemoryBudgets } from '../support/money-model/budgets.ts';
import { type PayBench, refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import { startService } from '../support/wallet-service.ts';
import type { Person } from '../support/wallet-world.ts';

/** Internal payments whose answer is lost: they are done once or never, and no one is misled. */

const lost = (at: 'before' | 'after', count = 1) =>
  Array.from({ length: count }, () => ({ at, error: new MoneyOutcomeUnknown('no answer') }));

async function startDoubt(): Promise<{ bench: PayBench; bob: Person; loseCalls: LoseCalls }> {
  const bench = await startPayBench();
  const bob = await bench.world.addUser('bob');
  const loseCalls: LoseCalls = (...calls) =>
    void bench.service.breakage.errors.set('settleInternal', calls);
  return { bench, bob, loseCalls };
}

type LoseCalls = (...calls: { at: 'before' | 'after'; error: Error }[]) => void;

async function invoiceOf(
  { service }: PayBench,
  { caller }: Person,
  expirySec = 30,
): Promise<string> {
  const order = {
    ...EMPTY_ORDER,
    amountMsat: satToMsat(sat(500n)),
    description: 'a lamp',
    expirySec,
  };
  const created = await createInvoice(service.deps, { caller, order, idempotency: null });
  assert(created.ok && created.value.bolt11 !== null);
  return created.value.bolt11;
}

const toBob = ({ world }: PayBench, bob: Person, amountSat = 500n): KeysendOrder => ({
  destination: world.node.identity.pubkey,
  amountMsat: satToMsat(sat(amountSat)),
  memo: null,
  recordsText: { '696969': bob.user.identifier },
});

function balances({ world, ann }: PayBench, bob: Person): readonly bigint[] {
  world.checkBooks();
  return [world.walletSat(ann), world.walletSat(bob)];
}

for (const at of ['before', 'after'] as const) {
  test(`an answer lost ${at} the commit: asked again, and answered with the truth`, async () => {
    const { bench, bob, loseCalls } = await startDoubt();
    const bolt11 = await invoiceOf(bench, bob);
    loseCalls(...lost(at, 3));
    const paid = settledOf(await bench.pay(bolt11, { key: 'once' }));
    assert.equal(paid.path, 'internal');
    assert.deepEqual(balances(bench, bob), [99_500n, 500n]);
    assert.equal(settledOf(await bench.pay(bolt11, { key: 'once' })).id, paid.id);
    assert.deepEqual(balances(bench, bob), [99_500n, 500n]);
  });

  test(`a keysend whose answers are all lost ${at} the commit is pending`, async () => {
    const { bench, bob, loseCalls } = await startDoubt();
    const { world, service, ann } = bench;
    loseCalls(...lost(at, 99));
    const order = toBob(bench, bob);
    const input = { caller: ann.caller, order, idempotency: null };
    const answer = await world.clock.until(sendKeysend(service.deps, input));
    assert.equal(refusalOf(answer).kind, 'payment_pending');
    const left = at === 'after' ? [99_500n, 500n] : [100_000n, 0n];
    assert.deepEqual(balances(bench, bob), left);
  });
}

test('what has to be approved asks its owner, though the answer was lost at first', async () => {
  const { bench, bob, loseCalls } = await startDoubt();
  const { ann, service, world } = bench;
  const { memory } = world;
  const asks = {
    limitSat: null,
    askAboveSat: sat(100n),
    interval: 'ever',
    expiresAt: null,
  } as const;
  await createMemoryBudgets(memory.money).setBudget(ann.caller, asks, world.clock.now());
  const bolt11 = await invoiceOf(bench, bob, 3600);
  loseCalls(...lost('before', 3));
  assert.equal(refusalOf(await bench.pay(bolt11)).kind, 'payment_pending');
  const order = toBob(bench, bob);
  const input = { caller: ann.caller, order, idempotency: null };
  loseCalls(...lost('before', 3));
  const answer = await world.clock.until(sendKeysend(service.deps, input));
  assert.equal(refusalOf(answer).kind, 'payment_pending');
  const asked = [...memory.money.approvals.values()].map(({ amountMsat }) => amountMsat);
  assert.deepEqual(asked, [500_000n, 500_000n]);
  assert.deepEqual(balances(bench, bob), [100_000n, 0n]);
});

test('what is refused in the end was never paid', async () => {
  const { bench, bob, loseCalls } = await startDoubt();
  const { world, ann } = bench;
  const bolt11 = await invoiceOf(bench, bob);
  loseCalls(...lost('before', 99));
  const paying = bench.begin(bolt11);
  await world.clock.advance(10_000);
  const other = await startService(world, 'other');
  const { caller } = await world.addUser('carol', 500n);
  const input = { caller, bolt11, amountMsat: null, idempotency: null };
  settledOf(await world.clock.until(payInvoice(other.deps, input)));
  loseCalls();
  assert.equal(refusalOf(await world.clock.until(paying)).kind, 'invoice_settled');
  assert.equal(world.walletSat(ann), 100_000n);
  world.checkBooks();
});

test('a call that hangs keeps no one waiting beyond their time', async () => {
  const { bench, bob, loseCalls } = await startDoubt();
  const bolt11 = await invoiceOf(bench, bob);
  const { clock } = bench.world;
  loseCalls(...lost('before'));
  let calls = 0;
  bench.service.breakage.onCall.set('settleInternal', () => {
    calls += 1;
    return calls === 1 ? undefined : clock.sleep(3_600_000);
  });
  const paying = bench.begin(bolt11);
  const startedMs = clock.monotonicMs();
  assert.equal(refusalOf(await clock.until(paying)).kind, 'payment_pending');
  assert.equal(clock.monotonicMs() - startedMs, 60_000);
  // The payment comes through in the end, as the caller was told that it may.
  await clock.advance(3_600_000);
  assert.equal(calls, 2);
});

test('the end of the process ends the doubt of its callers at once', async () => {
  const { bench, bob, loseCalls } = await startDoubt();
  const bolt11 = await invoiceOf(bench, bob);
  loseCalls(...lost('before', 99));
  const paying = bench.begin(bolt11);
  await bench.world.clock.advance(5000);
  const startedMs = bench.world.clock.monotonicMs();
  await bench.service.stop();
  assert.equal(refusalOf(await bench.world.clock.until(paying)).kind, 'payment_pending');
  assert.equal(bench.world.clock.monotonicMs(), startedMs);
});

test('what the books reject, and what is no fault of the world, is an error', async () => {
  const { bench, bob, loseCalls } = await startDoubt();
  const bolt11 = await invoiceOf(bench, bob);
  for (const error of [new MoneyEventRejected('never'), new TypeError('mine')]) {
    loseCalls(...lost('before'), { at: 'before', error });
    await assert.rejects(bench.pay(bolt11), error);
  }
  assert.deepEqual(balances(bench, bob), [100_000n, 0n]);
});

test('an item of a batch in doubt ends the batch, and is told as it is', async () => {
  const { bench, bob, loseCalls } = await startDoubt();
  const { service, ann, world } = bench;
  const orders = [1n, 2n, 3n].map((amountSat) => toBob(bench, bob, amountSat));
  const send = async () => {
    const input = { caller: ann.caller, orders, idempotency: null };
    const answer = await world.clock.until(sendKeysends(service.deps, input));
    assert(answer.ok);
    return answer.value.map(({ result }) => (result.ok ? 'settled' : result.refusal.kind));
  };
  loseCalls(...lost('after'));
  assert.deepEqual(await send(), ['settled', 'batch_item_cancelled', 'batch_item_cancelled']);
  assert.deepEqual(balances(bench, bob), [99_999n, 1n]);
  // Not written: cancelled with all the others before it was asked for again.
  loseCalls(...lost('before'));
  assert.deepEqual(await send(), Array(3).fill('batch_item_cancelled'));
  assert.deepEqual(balances(bench, bob), [99_999n, 1n]);
});
