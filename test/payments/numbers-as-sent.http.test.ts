import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SPELLINGS_OF_21 } from '../support/amount-tricks.ts';
import { field, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const alice = await api.addUser();

test('21.0 is 21, for the same Idempotency-Key too', async () => {
  const identifiers = new Set<string>();
  for (const amount of SPELLINGS_OF_21) {
    const text = `{"amount":${amount},"expiry":3600.0,"metadata":{"rate":1.50}}`;
    const answer = await alice.post('/invoices', text, { 'idempotency-key': 'spelled' });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(field(answer.body, 'amount'), 21);
    assert.equal(field(answer.body, 'expiry'), 3600);
    identifiers.add(textField(answer.body, 'identifier'));
  }
  assert.equal(identifiers.size, 1);
  const other = '{"amount":21,"expiry":3600,"metadata":{"rate":1.5}}';
  const refused = await alice.post('/invoices', other, { 'idempotency-key': 'spelled' });
  assert.equal(refused.status, 422, 'metadata is another text');
  for (const odd of ['{"amount":21,"expiry":3600.5}', '{"amount":21.5}', '{"amount":1e400}']) {
    assert.equal((await alice.post('/invoices', odd)).status, 400, odd);
  }
});

test('21.0 is an amount of every call that pays', async () => {
  const payer = await api.addUser();
  await payer.receive(5000);
  const destination = `02${'1f'.repeat(32)}`;
  const keysend = (amount: string): string => `{"destination":"${destination}","amount":${amount}}`;
  for (const [path, body] of [
    ['/payments/keysend', keysend('21.0')],
    ['/payments/keysend/multi', `{"keysends":[${keysend('2.1e1')},${keysend('21.000')}]}`],
  ] as const) {
    const answer = await payer.post(path, body);
    assert(answer.text.includes('"amount":21,'), answer.text);
  }
});

test('numbers within metadata come back as they were sent, everywhere', async () => {
  const metadata =
    '{"order":12345678901234567890,"other":1234567890123456789,"prices":[1.50,1.0,{"amount":2.10}],"mean":1e-7,"n":9007199254740993}';
  const user = await api.addUser();
  const created = await user.post('/invoices', `{"amount":3,"metadata":${metadata}}`);
  const paymentHash = textField(created.body, 'payment_hash');
  await api.payFromExternalNode(paymentHash);
  for (const path of [`/invoices/${paymentHash}`, '/invoices', '/invoices/incoming']) {
    const { text } = await user.get(path);
    assert(text.includes(`"metadata":${metadata}`), text);
  }
  assert(created.text.includes(`"metadata":${metadata}`));
  const refused = await user.post('/invoices', '{"amount":3,"metadata":{"order":1e400}}');
  assert.equal(refused.status, 400);
  assert.equal(field(refused.body, 'code'), 8);
});
