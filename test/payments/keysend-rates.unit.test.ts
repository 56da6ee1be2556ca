import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { KEYSEND_RECORDS_KIB } from '../../src/payments/limits.ts';
import { createKeysendRates } from '../../src/payments/routes/keysend-rates.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const CONFIG = { isOn: true, requestsPerSec: 100, paymentsPerSec: 10, paymentsBurst: 50 };
const caller = { userId: 'ann', grantId: 'token' };
const other = { userId: 'ann', grantId: 'other token' };

const ordersOf = (count: number, bytes = 0) =>
  Array.from({ length: count }, () => ({
    destination: '02',
    amountMsat: msat(1000n),
    memo: null,
    recordsText: { '7629169': 'x'.repeat(bytes) },
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

test('records are bounded in bytes, over all calls of a user', async () => {
  const clock = createVirtualClock();
  const rates = createKeysendRates(clock, CONFIG);
  let kib = 0;
  for (let call = 0; call < 1000; call += 1) {
    if (rates.take(caller, ordersOf(50, 4096)).isAllowed) kib += 200;
    await clock.advance(5000);
  }
  const allowed = KEYSEND_RECORDS_KIB.burst + 5000 * KEYSEND_RECORDS_KIB.perSec;
  assert(kib <= allowed && kib > allowed / 2, `${kib} KiB`);
  assert.equal(rates.take(caller, ordersOf(50)).isAllowed, true, 'without records they go on');
});
