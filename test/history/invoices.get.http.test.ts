import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { field, listOf } from '../support/fields.ts';
import { testHistory } from '../support/history-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const path = '/invoices';

testAccess(api, 'invoices:read', { method: 'GET', path });
testHistory(api, { path, add: async (user) => void (await user.receive(100)) });

test('both directions together, newest first; filters reach across them', async () => {
  const user = await api.addUser();
  await user.receive(5000);
  api.clock.move(2000);
  await user.post('/payments/bolt11', { invoice: api.node.externalInvoice().bolt11 });
  api.clock.move(2000);
  await user.receiveKeysend(21);
  const records = listOf((await user.get(path)).body);
  const types = (list: readonly unknown[]) => list.map((record) => field(record, 'type'));
  assert.deepEqual(types(records), ['incoming', 'outgoing', 'incoming']);
  const payment = field(records[1], 'identifier');
  const since = await user.get(`${path}?q[since]=${payment}`);
  assert.deepEqual(types(listOf(since.body)), ['incoming']);
  const before = await user.get(`${path}?q[before]=${payment}`);
  assert.deepEqual(listOf(before.body), records.slice(2));
});

test('a payment to oneself shows both its sides', async () => {
  const user = await api.addUser();
  await user.receive(1000);
  const invoice = await user.invoice(400);
  const paid = await user.post('/payments/bolt11', { invoice });
  assert.equal(paid.status, 200, paid.text);
  const records = listOf((await user.get(path)).body);
  assert.deepEqual(records.map((record) => field(record, 'type')).toSorted(), [
    'incoming',
    'incoming',
    'outgoing',
  ]);
});
