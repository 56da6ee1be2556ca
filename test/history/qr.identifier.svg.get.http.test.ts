import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });

test('the drawing whose address a created invoice shows', async () => {
  const user = await api.addUser();
  const { body } = await user.post('/invoices', { amount: 21 });
  const answer = await api.call('GET', new URL(textField(body, 'qr_code_svg')).pathname);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'image/svg+xml');
  assert.match(answer.text, /^<svg xmlns=".*<\/svg>$/s);
  assert.doesNotMatch(answer.text, /script/i);
});

test('payments have one too', async () => {
  const user = await api.addUser();
  await user.receive(5000);
  const { bolt11, paymentHash } = api.node.externalInvoice();
  await user.post('/payments/bolt11', { invoice: bolt11 });
  const { body } = await user.get(`/invoices/${paymentHash}`);
  const answer = await api.call('GET', new URL(textField(body, 'qr_code_svg')).pathname);
  assert.equal(answer.status, 200);
});

test('nothing for identifiers that name no invoice', async () => {
  for (const identifier of ['A'.repeat(24), 'x', '..%2f..%2fetc', '']) {
    assert.equal((await api.call('GET', `/qr/${identifier}.svg`)).status, 404, identifier);
  }
});
