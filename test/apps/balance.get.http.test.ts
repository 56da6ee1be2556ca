import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });

testAccess(api, 'balance:read', { method: 'GET', path: '/balance' });

test('what came in can be spent', async () => {
  const user = await api.addUser();
  assert.deepEqual((await user.get('/balance')).body, { balance: 0, currency: 'BTC', unit: 'sat' });
  await user.receive(2100);
  const answer = await user.get('/balance');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { balance: 2100, currency: 'BTC', unit: 'sat' });
});

test('money held for a payment under way cannot be spent', async () => {
  const user = await api.addUser();
  await user.receive(5000);
  api.node.plan = { kind: 'hang' };
  const paying = user.post('/payments/bolt11', { invoice: api.node.externalInvoice().bolt11 });
  await api.sent(1);
  assert.equal(await user.balanceSat(), 5000 - 1000 - 10);
  api.stop();
  assert.equal((await paying).status, 500);
  // What it still writes must not be counted by the next test.
  await api.deps.dispatcher.drain();
});

test('one round trip to the database', async () => {
  const user = await api.addUser();
  api.takeStatements();
  await user.get('/balance');
  assert.equal(api.takeStatements().length, 1);
});

test('no cache on the way keeps an answer', async () => {
  const user = await api.addUser();
  const { headers } = await user.get('/balance');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(headers['x-content-type-options'], 'nosniff');
});
