import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import type { ApiUser } from '../support/api-user.ts';
import { listOf, textField } from '../support/fields.ts';
import { testHistory } from '../support/history-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const path = '/invoices/outgoing';

testAccess(api, 'transactions:read', { method: 'GET', path });
testHistory(api, { path, add: payExternal });

async function payExternal(user: ApiUser): Promise<void> {
  await user.receive(2000);
  const { bolt11 } = api.node.externalInvoice({ memo: 'Groceries' });
  const paid = await user.post('/payments/bolt11', { invoice: bolt11 });
  assert.equal(paid.status, 200, paid.text);
}

test('a paid invoice appears with its fee and its proof', async () => {
  const user = await api.addUser();
  await user.receive(2000);
  const invoice = api.node.externalInvoice({ memo: 'Groceries' });
  const paid = await user.post('/payments/bolt11', { invoice: invoice.bolt11 });
  const [record] = listOf((await user.get(path)).body);
  assert(typeof record === 'object' && record !== null);
  assert.deepEqual(
    { ...record },
    {
      ...record,
      amount: 1000,
      value: 1000,
      fee: 1,
      type: 'outgoing',
      state: 'SETTLED',
      settled: true,
      memo: 'Groceries',
      boostagram: null,
      custom_records: null,
      metadata: null,
      destination_pubkey: textField(paid.body, 'destination'),
      payment_hash: invoice.paymentHash,
      payment_request: invoice.bolt11,
      preimage: invoice.preimage,
      expiry: 3600,
    },
  );
});

test('failed payments and those under way are not in it, nor what came in', async () => {
  const user = await api.addUser();
  await user.receive(5000);
  api.node.plan = { kind: 'fail', reason: 'no_route' };
  const failed = await user.post('/payments/bolt11', {
    invoice: api.node.externalInvoice().bolt11,
  });
  assert.equal(failed.status, 500);
  api.node.plan = { kind: 'hang' };
  const before = api.node.sent.length;
  const paying = user.post('/payments/bolt11', { invoice: api.node.externalInvoice().bolt11 });
  await api.sent(before + 1);
  assert.equal((await user.get(path)).text, '[]');
  api.stop();
  await paying;
});
