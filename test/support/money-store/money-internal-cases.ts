import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msat } from '../../../src/base/amount.ts';
import { newBatch } from '../money-model/batches.ts';
import {
  addInvoice,
  addUser,
  claim,
  creditInvoice,
  internalKeysend,
  later,
  NOW,
  newInvoice,
  payInvoice,
} from '../money-model/events.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';

const SETTLED = { kind: 'settled' };
const refused = (kind: string) => ({ kind: 'refused', refusal: { kind } });

export function internalPaymentCases(world: () => MoneyWorld): void {
  const walletMsat = async (userId: string) => (await world().wallet(userId)).walletMsat;

  test('moves the amount, closes both sides and records both', async () => {
    const [payer, payee] = [await addUser(world(), 300), await addUser(world())];
    const invoice = await addInvoice(world(), payee, { amountSat: 120 });
    const event = payInvoice(payer, invoice, { settledAt: later(5), hasBoostagram: true });
    assert.deepEqual(await world().store.settleInternal([event]), [SETTLED]);
    assert.deepEqual([await walletMsat(payer), await walletMsat(payee)], [180_000n, 120_000n]);

    assert.deepEqual((await world().findInvoice(invoice.id))?.settledAt, later(5));
    const payment = await world().findPayment(event.order.id);
    assert.equal(payment?.state, 'settled');
    assert.equal(payment?.path, 'internal');
    assert.equal(payment?.feeMsat, 0n);
    const common = { createdAt: NOW, settledAt: later(5) };
    assert.deepEqual((await world().records(payer)).at(-1), {
      direction: 'outgoing',
      identifier: event.order.identifier,
      ...common,
      body: event.payerRecord,
    });
    assert.deepEqual(await world().records(payee), [
      { direction: 'incoming', identifier: invoice.identifier, ...common, body: event.payeeRecord },
    ]);
    const figures = await world().wallet(payee);
    assert.equal(figures.invoicesCount, 1);
    assert.equal(figures.boostagramsCount, 1);
    assert.deepEqual(figures.lastInvoiceAt, later(5));
    assert.equal((await world().wallet(payer)).transactionsCount, 1);
  });

  test('debits one invoice once, whichever users pay it and how often', async () => {
    const [payer, second] = [await addUser(world(), 500), await addUser(world(), 500)];
    const invoice = await addInvoice(world(), await addUser(world()));
    const event = payInvoice(payer, invoice);
    await world().store.settleInternal([event]);
    assert.deepEqual(
      await world().store.settleInternal([
        event,
        payInvoice(payer, invoice),
        payInvoice(second, invoice),
      ]),
      [
        { kind: 'present', state: 'settled' },
        { kind: 'joined', paymentId: event.order.id },
        refused('invoice_settled'),
      ],
    );
    assert.deepEqual([await walletMsat(payer), await walletMsat(second)], [400_000n, 500_000n]);
  });

  test('refuses an invoice that was pruned since it was read, and writes nothing', async () => {
    const [payer, payee] = [await addUser(world(), 500), await addUser(world())];
    const [pruned, kept] = [newInvoice(payee), await addInvoice(world(), payee)];
    const late = payInvoice(payer, pruned, { claim: claim('late') });
    const before = await world().transfers();
    const events = [late, payInvoice(payer, kept), payInvoice(payer, pruned)];
    const expired = refused('invoice_expired');
    assert.deepEqual(await world().store.settleInternal(events), [expired, SETTLED, expired]);
    assert.deepEqual([await walletMsat(payer), await walletMsat(payee)], [400_000n, 100_000n]);
    assert.equal(await world().findPayment(late.order.id), null);
    assert.equal((await world().transfers()).length, before.length + 1);
    assert.deepEqual(await world().store.settleInternal([late]), [expired], 'not even its key');
  });

  test('treats duplicates in a list as if they had come one after the other', async () => {
    const [payer, second] = [await addUser(world(), 500), await addUser(world(), 500)];
    const invoice = await addInvoice(world(), await addUser(world()));
    const first = payInvoice(payer, invoice, { claim: claim('key') });
    const events = [
      first,
      payInvoice(second, invoice),
      payInvoice(payer, invoice, { claim: claim('key') }),
      payInvoice(payer, invoice),
      first,
    ];
    assert.deepEqual(await world().store.settleInternal(events), [
      SETTLED,
      refused('invoice_settled'),
      { kind: 'repeated', target: { kind: 'payment', id: first.order.id } },
      { kind: 'joined', paymentId: first.order.id },
      { kind: 'present', state: 'settled' },
    ]);
  });

  test('lets the second payer of a list pay what the first cannot', async () => {
    const [poor, rich] = [await addUser(world(), 1), await addUser(world(), 500)];
    const invoice = await addInvoice(world(), await addUser(world()));
    const events = [payInvoice(poor, invoice), payInvoice(rich, invoice)];
    assert.deepEqual(await world().store.settleInternal(events), [
      refused('insufficient_balance'),
      SETTLED,
    ]);
  });

  test('money that arrives earlier in a list can be spent later in it', async () => {
    const [a, b, c] = [await addUser(world(), 100), await addUser(world()), await addUser(world())];
    const forth = internalKeysend(a, b);
    const further = internalKeysend(b, c);
    assert.deepEqual(await world().store.settleInternal([further, forth, further]), [
      refused('insufficient_balance'),
      SETTLED,
      SETTLED,
    ]);
    assert.deepEqual(
      [await walletMsat(a), await walletMsat(b), await walletMsat(c)],
      [0n, 0n, 100_000n],
    );
  });

  test('users may pay themselves, if they could pay another', async () => {
    const user = await addUser(world(), 100);
    const tooMuch = await addInvoice(world(), user, { amountSat: 101 });
    const invoice = await addInvoice(world(), user, { amountSat: 100 });
    const events = [payInvoice(user, tooMuch), payInvoice(user, invoice)];
    assert.deepEqual(await world().store.settleInternal(events), [
      refused('insufficient_balance'),
      SETTLED,
    ]);
    const { walletMsat: after, invoicesCount, transactionsCount } = await world().wallet(user);
    assert.deepEqual([after, invoicesCount, transactionsCount], [100_000n, 2, 1]);
    const directions = (await world().records(user)).map(({ direction }) => direction);
    assert.deepEqual(directions, ['incoming', 'outgoing', 'incoming']);
  });

  test('rounds the debit up and the credit down', async () => {
    const [payer, payee] = [await addUser(world(), 10), await addUser(world())];
    const event = internalKeysend(payer, payee, { amountMsat: msat(1500n) });
    await world().store.settleInternal([event]);
    assert.deepEqual([await walletMsat(payer), await walletMsat(payee)], [8000n, 1000n]);
    const transfer = (await world().transfers()).find((one) => one.subjectId === event.order.id);
    assert.deepEqual(transfer?.postings, [
      { account: { name: 'wallet', userId: payer }, amountMsat: -2000n },
      { account: { name: 'wallet', userId: payee }, amountMsat: 1000n },
      { account: { name: 'rounding' }, amountMsat: 1000n },
    ]);
  });

  test('refuses an invoice at the moment it expires', async () => {
    const [payer, payee] = [await addUser(world(), 500), await addUser(world())];
    const invoice = await addInvoice(world(), payee, { expiresAt: later(60) });
    const onTime = { createdAt: new Date(later(60).getTime() - 1) };
    assert.deepEqual(
      await world().store.settleInternal([
        payInvoice(payer, invoice, { createdAt: later(60) }),
        payInvoice(payer, invoice, onTime),
      ]),
      [refused('invoice_expired'), SETTLED],
    );
  });

  test('refuses an invoice that was paid from outside', async () => {
    const payer = await addUser(world(), 500);
    const invoice = await addInvoice(world(), await addUser(world()));
    await world().store.credit([creditInvoice(invoice, true)]);
    assert.deepEqual(await world().store.settleInternal([payInvoice(payer, invoice)]), [
      refused('invoice_settled'),
    ]);
  });

  test('a key that made an invoice pays nothing', async () => {
    const user = await addUser(world(), 500);
    const invoice = await addInvoice(world(), user, { claim: claim('key') });
    const event = payInvoice(user, invoice, { claim: claim('key') });
    assert.deepEqual(await world().store.settleInternal([event]), [
      { kind: 'repeated', target: { kind: 'invoice', id: invoice.id } },
    ]);
  });

  test('a batch item pays within this service too, unless it was cancelled', async () => {
    const [payer, payee] = [await addUser(world(), 500), await addUser(world())];
    const batch = newBatch(payer, 2);
    await world().addBatch(batch);
    const [first, second] = [0, 1].map((index) =>
      internalKeysend(payer, payee, { batch: { batchId: batch.id, index } }),
    );
    assert(first !== undefined && second !== undefined);
    assert.deepEqual(await world().store.settleInternal([first]), [SETTLED]);
    await world().cancelPendingItems(batch.id);
    assert.deepEqual(await world().store.settleInternal([second]), [
      refused('batch_item_cancelled'),
    ]);
    assert.deepEqual(await world().batchItemStates(batch.id), ['started', 'cancelled']);
  });

  test('M07 an event that contradicts its invoice spoils the list, and nothing is written', async () => {
    const [payer, payee] = [await addUser(world(), 500), await addUser(world())];
    const invoice = await addInvoice(world(), payee);
    const wrongPayee = { ...payInvoice(payer, invoice), payeeUserId: payer };
    const good = internalKeysend(payer, payee);
    await assert.rejects(world().store.settleInternal([good, wrongPayee]));
    assert.equal(await walletMsat(payer), 500_000n);
    assert.equal(await world().findPayment(good.order.id), null);
  });
}
