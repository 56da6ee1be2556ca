import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lostOf, refundedOf } from '../../tools/cluster/count-losses.ts';
import type { BookedPayment, BooksSide } from '../crash/books-side.ts';
import type { NodeSide } from '../crash/node-side.ts';
import { createOrderBook, type Verdict } from '../crash/order-book.ts';

/** What the drill counts is found: planted losses, and refunds of what was paid. */

const WALLET = { name: 'ada', userId: 'u1', identifier: 'i1', token: 't', apps: null };

const payment = (paymentHash: string, state: string, path = 'node'): BookedPayment => ({
  id: paymentHash,
  userId: 'u1',
  path,
  state,
  paymentHash,
  amountMsat: 1000n,
  feeMsat: 0n,
  preimage: null,
});

const books = (
  payments: readonly BookedPayment[],
  invoices: readonly string[] = [],
): BooksSide => ({
  payments,
  receipts: [],
  wallets: [],
  invoices: invoices.map((paymentHash) => ({ userId: 'u1', paymentHash, bolt11: null })),
  accounts: new Map(),
  pendingItems: 0,
  decided: new Map(),
  alarms: [],
  findings: [],
});

const node = (statuses: Readonly<Record<string, string>>): NodeSide => ({
  payments: new Map(
    Object.entries(statuses).map(([hash, status]) => [
      hash,
      { paymentIndex: 1n, status, amountMsat: 1000n, feeMsat: 0n, preimage: '' },
    ]),
  ),
  receipts: [],
  payable: new Set(),
  keysends: new Map(),
  paidTwice: [],
  localMsat: 0n,
});

function bookOf(verdicts: Readonly<Record<string, Verdict>>) {
  const book = createOrderBook();
  for (const [paymentHash, verdict] of Object.entries(verdicts)) {
    const item = { tag: paymentHash, amountSat: 1, payee: null, paymentHash, verdict };
    const call = { payer: WALLET, path: '/payments/bolt11', body: {}, key: null } as const;
    book.orders.push({ ...call, items: [item], isRepeatable: true, answers: [] });
  }
  return book;
}

test('a payment that was told as paid and is not settled is lost', () => {
  const book = bookOf({ aa: 'paid', bb: 'paid', cc: 'paid', dd: 'unknown', ee: 'not_paid' });
  assert.equal(lostOf(book, books([payment('aa', 'settled'), payment('bb', 'failed')])), 2);
  const all = ['aa', 'bb', 'cc'].map((hash) => payment(hash, 'settled'));
  assert.equal(lostOf(book, books(all)), 0);
});

test('an invoice that was given out and has no row is lost', () => {
  const book = createOrderBook();
  for (const paymentHash of ['aa', 'bb']) {
    book.invoices.set(paymentHash, { wallet: WALLET, amountSat: 1, bolt11: 'lnbc', paymentHash });
  }
  assert.equal(lostOf(book, books([], ['aa'])), 1);
  assert.equal(lostOf(book, books([], ['aa', 'bb'])), 0);
});

test('what the node has paid or may pay yet is not to be refunded', () => {
  const failed = books(['aa', 'bb', 'cc', 'dd'].map((hash) => payment(hash, 'failed')));
  // The last one never reached the node.
  assert.equal(refundedOf(failed, node({ aa: 'SUCCEEDED', bb: 'IN_FLIGHT', cc: 'FAILED' })), 2);
});

test('what another payment of the same hash has settled was not refunded', () => {
  const both = books([payment('aa', 'failed'), payment('aa', 'settled')]);
  assert.equal(refundedOf(both, node({ aa: 'SUCCEEDED' })), 0);
});
