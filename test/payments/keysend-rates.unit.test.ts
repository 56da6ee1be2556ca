import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { createKeysendRates } from '../../src/payments/routes/keysend-rates.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const CONFIG = { isOn: true, requestsPerSec: 100, paymentsPerSec: 10, paymentsBurst: 50 };
const caller = { userId: 'ann', grantId: 'token' };
const other = { userId: 'ann', grantId: 'other token' };

const ordersOf = (count: number) =>
  Array.from({ length: count }, () => ({
    destination: '02',
    amountMsat: msat(1000n),
    memo: null,
    recordsText: null,
  }));

test('a call with twenty keysends counts twenty', async () => {
  const clock = createVirtualClock();
  const rates = createKeysendRates(clock, CONFIG);
  assert.equal(rates.take(caller, ordersOf(20)).isAllowed, true);
  assert.equal(rates.take(caller, ordersOf(20)).isAllowed, true);
  const refused = rates.take(caller, ordersOf(20));
  assert.deepEqual([refused.isAllowed, refused.retryAfterSec], [false, 1]);
  assert.equal(rates.take(caller, ordersOf(10)).isAllowed, true, 'a refusal counts none');
  assert.equal(rates.take(other, ordersOf(50)).isAllowed, true);
  assert.equal(rates.take({ ...other, grantId: 'third' }, ordersOf(1)).isAllowed, false, 'of both');
  assert.equal(rates.take({ userId: 'bob', grantId: 'x' }, ordersOf(50)).isAllowed, true);
  await clock.advance(5000);
  assert.equal(rates.take(caller, ordersOf(50)).isAllowed, true);
});
