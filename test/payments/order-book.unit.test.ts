import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrderBook, noteAnswer, type Order } from '../crash/order-book.ts';

const REFUSED = { status: 400, body: { error: true, code: 2, message: 'not enough balance.' } };
const FAILED = { status: 500, body: { error: true, code: 10, message: 'No route was found.' } };
const PENDING = { status: 500, body: { error: true, code: 10, message: 'still pending' } };

function newOrder(key: string | null): Order {
  const payer = { userId: 'user', name: 'eve', identifier: 'eve', token: 'token', apps: null };
  const item = { tag: 'r1-1', amountSat: 21, payee: null, paymentHash: null };
  const items = [{ ...item, verdict: 'unknown' as const }];
  return { payer, path: '/payments/bolt11', body: {}, key, items, isRepeatable: true, answers: [] };
}

function verdictAfter(key: string | null, ...answers: Parameters<typeof noteAnswer>[2][]) {
  const order = newOrder(key);
  for (const answer of answers) noteAnswer(createOrderBook(), order, answer);
  return order.items[0]?.verdict;
}

test('a call that is repeated after its refusal may pay, whatever becomes of its answer', () => {
  assert.equal(verdictAfter(null, REFUSED), 'not_paid');
  assert.equal(verdictAfter(null, REFUSED, null), 'unknown');
  assert.equal(verdictAfter('key', REFUSED, null), 'unknown');
  assert.equal(verdictAfter(null, null, FAILED, PENDING), 'unknown');
});

test('what has failed under its key stays so', () => {
  assert.equal(verdictAfter('key', FAILED, null), 'not_paid');
  assert.equal(verdictAfter('key', FAILED, PENDING), 'not_paid');
});
