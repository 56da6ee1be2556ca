import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { RememberedToken } from '../../src/authorization/remembered-token.ts';
import { sat, satToMsat } from '../../src/base/amount.ts';
import { createInvoice } from '../../src/invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../../src/invoices/invoice-order.ts';
import { createRecentInvoices } from '../../src/invoices/recent-invoices.ts';
import { MoneyEventRejected, MoneyOutcomeUnknown } from '../../src/ledger/money-store.ts';
import { payAtOnce } from '../../src/payments/pay-at-once.ts';
import { ENDED_TOKEN, TOKEN_IN_FORCE } from '../support/money-model/remembered-tokens.ts';
import { refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import { sampleInvoice } from '../support/sample-invoice.ts';

/** Ann pays Bob without a look at her token and his invoice. */
async function startAtOnce() {
  const bench = await startPayBench();
  const { world, service, ann } = bench;
  const bob = await world.addUser('bob');
  const invoice = async (amountSat: bigint | null = 500n): Promise<string> => {
    const amountMsat = amountSat === null ? null : satToMsat(sat(amountSat));
    const order = { ...EMPTY_ORDER, amountMsat, description: 'a lamp', expirySec: 30 };
    const input = { caller: bob.caller, order, idempotency: null };
    const created = await createInvoice(service.deps, input);
    assert(created.ok && created.value.bolt11 !== null);
    return created.value.bolt11;
  };
  const tryToPay = (bolt11: string, payerToken: RememberedToken = TOKEN_IN_FORCE) =>
    world.clock.until(payAtOnce(service.deps, { caller: ann.caller, payerToken, bolt11 }));
  const loseCalls = (at: 'before' | 'after', count: number) =>
    void service.breakage.errors.set(
      'settleInternal',
      Array.from({ length: count }, () => ({ at, error: new MoneyOutcomeUnknown('no answer') })),
    );
  const balances = (): readonly bigint[] => {
    world.checkBooks();
    return [world.walletSat(ann), world.walletSat(bob)];
  };
  return { ...bench, invoice, tryToPay, loseCalls, balances };
}

const PAID = [99_500n, 500n];
const UNPAID = [100_000n, 0n];

describe('an attempt to pay at once', () => {
  test('pays an invoice that this process has made, and only once', async () => {
    const { invoice, tryToPay, balances } = await startAtOnce();
    const bolt11 = await invoice();
    const answer = await tryToPay(bolt11.toUpperCase());
    assert(answer !== null);
    assert.equal(settledOf(answer).path, 'internal');
    assert.equal(await tryToPay(bolt11), null);
    assert.deepEqual(balances(), PAID);
  });

  test('leaves what it cannot pay to the ordinary way', async () => {
    const { world, invoice, tryToPay, balances, pay } = await startAtOnce();
    const [late, dear, open] = [await invoice(), await invoice(100_001n), await invoice(null)];
    const texts = ['no invoice', dear, open, await invoice(0n).catch(() => 'none'), late];
    await world.clock.advance(31_000);
    for (const text of texts) assert.equal(await tryToPay(text), null);
    assert.equal(refusalOf(await pay(late)).kind, 'invoice_expired');
    assert.deepEqual(balances(), UNPAID);
  });

  test('pays nothing under a token that has ended, and then not at once any more', async () => {
    const { invoice, tryToPay, balances, pay } = await startAtOnce();
    const bolt11 = await invoice();
    assert.equal(await tryToPay(bolt11, ENDED_TOKEN), null);
    assert.equal(await tryToPay(bolt11), null);
    assert.deepEqual(balances(), UNPAID);
    settledOf(await pay(bolt11));
    assert.deepEqual(balances(), PAID);
  });

  for (const at of ['before', 'after'] as const) {
    test(`whose answer is lost ${at} the commit is asked again, and pays once`, async () => {
      const { invoice, tryToPay, loseCalls, balances } = await startAtOnce();
      const bolt11 = await invoice();
      loseCalls(at, 3);
      const answer = await tryToPay(bolt11);
      assert(answer !== null);
      settledOf(answer);
      assert.deepEqual(balances(), PAID);
    });

    test(`whose answers are all lost ${at} the commit is pending`, async () => {
      const { invoice, tryToPay, loseCalls, balances } = await startAtOnce();
      const bolt11 = await invoice();
      loseCalls(at, 99);
      const answer = await tryToPay(bolt11);
      assert(answer !== null);
      assert.equal(refusalOf(answer).kind, 'payment_pending');
      assert.deepEqual(balances(), at === 'after' ? PAID : UNPAID);
    });
  }

  test('that turns out later to have written nothing goes the ordinary way', async () => {
    const { invoice, tryToPay, loseCalls, balances } = await startAtOnce();
    const bolt11 = await invoice();
    loseCalls('before', 2);
    assert.equal(await tryToPay(bolt11, ENDED_TOKEN), null);
    assert.deepEqual(balances(), UNPAID);
  });

  test('that turns out only much later to have written nothing is pending', async () => {
    const { invoice, tryToPay, loseCalls, balances, pay } = await startAtOnce();
    const bolt11 = await invoice();
    loseCalls('before', 9);
    const answer = await tryToPay(bolt11, ENDED_TOKEN);
    assert(answer !== null);
    assert.equal(refusalOf(answer).kind, 'payment_pending');
    assert.deepEqual(balances(), UNPAID);
    settledOf(await pay(bolt11));
    assert.deepEqual(balances(), PAID);
  });

  test('that the database rejects goes the ordinary way', async () => {
    const { service, invoice, tryToPay, balances } = await startAtOnce();
    const bolt11 = await invoice();
    const error = new MoneyEventRejected('a value that does not fit');
    service.breakage.errors.set('settleInternal', [{ at: 'before', error }]);
    assert.equal(await tryToPay(bolt11), null);
    assert.deepEqual(balances(), UNPAID);
  });
});

test('the invoices that were made longest ago are forgotten first', () => {
  const recent = createRecentInvoices();
  for (let n = 0; n < 5000; n += 1) recent.add({ ...sampleInvoice(), bolt11: `lnbcrt${n}` });
  assert.equal(recent.take('lnbcrt0'), null);
  assert.equal(recent.take('lnbcrt4999')?.bolt11, 'lnbcrt4999');
  assert.equal(recent.take('lnbcrt4999'), null);
});

test('an invoice with long texts is not remembered', () => {
  const recent = createRecentInvoices();
  recent.add({
    ...sampleInvoice(),
    bolt11: 'lnbcrt1',
    metadataJson: JSON.stringify('x'.repeat(2000)),
  });
  assert.equal(recent.take('lnbcrt1'), null);
});
