import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { field, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });
const NOBODYS = '4f'.repeat(32);

testAccess(api, 'invoices:read', { method: 'GET', path: `/invoices/${NOBODYS}` });

const NOT_FOUND = { code: 8, error: true, message: 'invoice not found' };

test('an open invoice, exactly as it was created', async () => {
  const user = await api.addUser();
  const created = await user.post('/invoices', { amount: 21, memo: 'x' });
  const hash = textField(created.body, 'payment_hash');
  const found = await user.get(`/invoices/${hash}`);
  assert.equal(found.status, 200);
  assert.deepEqual(found.body, created.body);
  assert.deepEqual((await user.get(`/invoices/${hash.toUpperCase()}`)).body, created.body);
});

test('a paid invoice: its record, and the addresses of its QR codes', async () => {
  const user = await api.addUser();
  const hash = await user.receive(21);
  const { status, body } = await user.get(`/invoices/${hash}`);
  assert.equal(status, 200);
  const [listed] = Object.values((await user.get('/invoices')).body ?? []);
  const identifier = textField(body, 'identifier');
  assert(typeof listed === 'object');
  assert.deepEqual(body, {
    ...listed,
    qr_code_png: `https://wallet.example/qr/${identifier}.png`,
    qr_code_svg: `https://wallet.example/qr/${identifier}.svg`,
  });
  assert.equal(field(body, 'state'), 'SETTLED');
  assert.equal(Object.keys(body ?? {}).length, 35);
});

test('a payment: settled, and under way', async () => {
  const user = await api.addUser();
  await user.receive(5000);
  const settled = api.node.externalInvoice();
  await user.post('/payments/bolt11', { invoice: settled.bolt11 });
  const { body } = await user.get(`/invoices/${settled.paymentHash}`);
  assert.equal(field(body, 'type'), 'outgoing');
  assert.equal(field(body, 'preimage'), settled.preimage);

  api.node.plan = { kind: 'hang' };
  const open = api.node.externalInvoice();
  const before = api.node.sent.length;
  const paying = user.post('/payments/bolt11', { invoice: open.bolt11 });
  await api.sent(before + 1);
  const underWay = await user.get(`/invoices/${open.paymentHash}`);
  assert.equal(underWay.status, 200);
  assert.equal(field(underWay.body, 'state'), 'CREATED');
  assert.equal(field(underWay.body, 'settled'), false);
  assert.equal(field(underWay.body, 'preimage'), null);
  api.node.plan = { kind: 'fail', reason: 'no_route' };
  api.stop();
  await paying;
});

test("another user's, an unknown one and what is no hash are not found", async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const foreign = await other.receive(21);
  for (const hash of [foreign, NOBODYS, 'x', '%00', 'a'.repeat(65), '%F0%9F%98%80', '..%2f']) {
    const answer = await user.get(`/invoices/${hash}`);
    assert.equal(answer.status, 404, hash);
    assert.deepEqual(answer.body, NOT_FOUND);
  }
});

test('a payment to oneself shows the incoming side', async () => {
  const user = await api.addUser();
  await user.receive(1000);
  const created = await user.post('/invoices', { amount: 400 });
  await user.post('/payments/bolt11', { invoice: textField(created.body, 'payment_request') });
  const found = await user.get(`/invoices/${textField(created.body, 'payment_hash')}`);
  assert.equal(field(found.body, 'type'), 'incoming');
  assert.equal(field(found.body, 'state'), 'SETTLED');
});
