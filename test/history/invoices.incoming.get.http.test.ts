import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { BOOSTAGRAM_RECORD, MESSAGE_RECORD } from '../../src/lightning/custom-records.ts';
import { testAccess } from '../support/access-checks.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { testHistory } from '../support/history-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const path = '/invoices/incoming';

testAccess(api, 'invoices:read', { method: 'GET', path });
testHistory(api, { path, add: async (user) => void (await user.receive(100)) });

test('an invoice that is paid appears with its preimage, one that is open does not', async () => {
  const user = await api.addUser();
  await user.invoice(50);
  const created = await user.post('/invoices', {
    amount: 100,
    memo: 'Coffee',
    metadata: { order: 7 },
    comment: 'sweet',
    payer_name: 'Bob',
  });
  const paymentHash = textField(created.body, 'payment_hash');
  await api.payFromExternalNode(paymentHash);
  const records = listOf((await user.get(path)).body);
  assert.equal(records.length, 1);
  const [record] = records;
  assert(typeof record === 'object' && record !== null);
  const known = await api.deps.invoices.findInvoiceByHash(paymentHash);
  assert.deepEqual(
    { ...record },
    {
      ...record,
      amount: 100,
      value: 100,
      fee: 0,
      type: 'incoming',
      state: 'SETTLED',
      settled: true,
      memo: 'Coffee',
      metadata: { order: 7 },
      comment: 'sweet',
      payer_name: 'Bob',
      identifier: textField(created.body, 'identifier'),
      preimage: known?.invoice.preimage,
      payment_hash: paymentHash,
    },
  );
  assert.match(textField(record, 'settled_at'), /\.\d{3}Z$/);
});

test('a keysend appears with what travelled with it', async () => {
  const user = await api.addUser();
  const bytes = (text: string) => new TextEncoder().encode(text);
  const boostagram = { sender_name: 'Carol', message: 'Great show', value_msat_total: 21000 };
  await user.receiveKeysend(
    21,
    new Map([
      [BOOSTAGRAM_RECORD, bytes(JSON.stringify(boostagram))],
      [MESSAGE_RECORD, bytes('hi')],
    ]),
  );
  const [record] = listOf((await user.get(path)).body);
  assert(typeof record === 'object' && record !== null);
  assert.deepEqual(
    { ...record },
    {
      ...record,
      amount: 21,
      boostagram,
      comment: 'Great show',
      payer_name: 'Carol',
      expiry: 900,
      keysend_message: 'hi',
      memo: '',
      metadata: null,
      payment_request: '',
      custom_records: {
        '696969': Buffer.from(user.user.identifier).toString('base64'),
        '7629169': Buffer.from(JSON.stringify(boostagram)).toString('base64'),
        '34349334': Buffer.from('hi').toString('base64'),
      },
    },
  );
});

test('what goes out is not in it', async () => {
  const user = await api.addUser();
  await user.receive(5000);
  await user.post('/payments/bolt11', { invoice: api.node.externalInvoice().bolt11 });
  const types = listOf((await user.get(path)).body).map((record) => field(record, 'type'));
  assert.deepEqual(types, ['incoming']);
});
