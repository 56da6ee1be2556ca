import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MAX_REPEATED_PAYMENT_CALLS } from '../../src/app/limits.ts';
import { eventually } from '../support/eventually.ts';
import { field } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const OPEN_PAYMENTS = 4;
const rateLimit = {
  isOn: true,
  requestsPerSec: 10_000,
  paymentsPerSec: 10_000,
  paymentsBurst: 10_000,
};
const api = await startWalletApi(
  { after },
  { rateLimit, openPaymentsMax: OPEN_PAYMENTS, waitSec: 600 },
);

/** One call for each payment that may be open, and a number of repeats: beyond it, none waits. */
test('the calls of one user that wait for payments are bounded', async () => {
  const [alice, bob] = [await api.addUser(), await api.addUser()];
  for (const user of [alice, bob]) await user.receive(50_000);
  api.node.plan = { kind: 'hang' };
  const bills = Array.from({ length: OPEN_PAYMENTS }, () => api.node.externalInvoice().bolt11);
  const pay = (index: number) =>
    alice.post('/payments/bolt11', { invoice: bills[index % OPEN_PAYMENTS] });
  const first = bills.map((_, index) => pay(index));
  await api.sent(OPEN_PAYMENTS);
  const repeats = Array.from({ length: MAX_REPEATED_PAYMENT_CALLS }, (_, index) => pay(index));

  const own = await alice.invoice(5);
  const calls = [
    () => pay(0),
    () => alice.post('/payments/bolt11', { invoice: own }),
    () => alice.post('/payments/keysend', { amount: 1, destination: '02'.repeat(33) }),
  ];
  for (const call of calls) {
    const refused = await eventually('it is refused', async () => {
      const answer = await call();
      return answer.status === 429 ? answer : null;
    });
    assert.equal(field(refused.body, 'code'), 1);
    assert.equal(
      field(refused.body, 'message'),
      'too many calls are waiting for payments: this one paid nothing',
    );
    assert.equal(refused.headers['retry-after'], '1');
  }
  assert.equal((await alice.get('/balance')).status, 200);
  const theirs = bob.post('/payments/bolt11', { invoice: api.node.externalInvoice().bolt11 });
  await api.sent(OPEN_PAYMENTS + 1);

  api.stop();
  const answers = await Promise.all([...first, ...repeats, theirs]);
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([500]));
  assert.equal(api.node.sent.length, OPEN_PAYMENTS + 1);
  assert.equal((await pay(0)).status, 500, 'their places are free again');
});
