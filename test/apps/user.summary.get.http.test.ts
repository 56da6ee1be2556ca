import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { BOOSTAGRAM_RECORD } from '../../src/lightning/custom-records.ts';
import { testAccess } from '../support/access-checks.ts';
import { textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });

testAccess(api, 'balance:read', { method: 'GET', path: '/user/summary' });

test('a new wallet has nothing to count', async () => {
  const user = await api.addUser();
  const answer = await user.get('/user/summary');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    balance: 0,
    boostagrams_count: 0,
    currency: 'BTC',
    invoices_count: 0,
    last_invoice_at: null,
    transactions_count: 0,
    unit: 'sat',
  });
});

test('counts what came in, keysends and boostagrams among it, and what went out', async () => {
  const user = await api.addUser();
  const boostagram = new TextEncoder().encode('{"message":"hello"}');
  await user.receive(5000);
  await user.receiveKeysend(21);
  await user.receiveKeysend(21, new Map([[BOOSTAGRAM_RECORD, boostagram]]));
  await user.invoice(1000);
  await user.post('/payments/bolt11', { invoice: api.node.externalInvoice().bolt11 });
  const { body } = await user.get('/user/summary');
  const lastInvoiceAt = textField(body, 'last_invoice_at');
  assert.match(lastInvoiceAt, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  assert.deepEqual(body, {
    balance: 5042 - 1001,
    boostagrams_count: 1,
    currency: 'BTC',
    invoices_count: 3,
    last_invoice_at: lastInvoiceAt,
    transactions_count: 1,
    unit: 'sat',
  });
});
