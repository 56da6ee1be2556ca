import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { field } from '../support/fields.ts';
import { addPayer } from '../support/payment-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** The token of a payment is read together with its invoice, so after the body. */
const api = await startWalletApi({ after });
const path = '/payments/bolt11';
const { bolt11 } = api.node.externalInvoice();

/** What a body may be that is no order to pay. */
const BAD_BODIES = [
  '{',
  '"text"',
  'null',
  '[]',
  '{}',
  '{"invoice":7}',
  '{"invoice":"lnbc1"}',
  '{"__proto__":{}}',
  `{"invoice":"${bolt11}","amount":"x"}`,
  `{"a":${'['.repeat(100)}${']'.repeat(100)}}`,
  // Longer than what is read before the token.
  JSON.stringify({ invoice: 'x'.repeat(20_000) }),
];

test('who may not call hears that first, whatever the body is', async () => {
  const reader = await (await api.addUser()).withScopes(['balance:read']);
  for (const body of BAD_BODIES) {
    const nobody = await api.call('POST', path, { body });
    assert.deepEqual(nobody.body, { status: 401, error: 'invalid access token' }, body);
    const headers = { authorization: 'Bearer sat_pat_unknown' };
    const stranger = await api.call('POST', path, { body, headers });
    assert.equal(stranger.status, 401, body);
    assert.match(String(stranger.headers['www-authenticate']), /^Bearer /);
    assert.equal((await reader.post(path, body)).status, 403, body);
  }
});

test('who may call hears what is wrong with the body', async () => {
  const payer = await api.addUser();
  for (const body of BAD_BODIES) {
    const { status, body: answer } = await payer.post(path, body);
    assert.equal(status, 400, body);
    assert.equal(field(answer, 'error'), true, body);
  }
});

test('a body of another type is refused after the token', async () => {
  const payer = await api.addUser();
  const headers = { 'content-type': 'text/plain' };
  assert.equal((await api.call('POST', path, { body: 'x', headers })).status, 401);
  assert.equal((await payer.post(path, 'x', headers)).status, 415);
});

test('token and invoice take one question to the database, with a key two', async () => {
  const [payer, payee] = [await addPayer(api), await api.addUser()];
  const invoices = [await payee.invoice(7), await payee.invoice(7)];
  api.takeStatements();
  assert.equal((await payer.post(path, { invoice: invoices[0] })).status, 200);
  assert(api.takeStatements().length <= 2);
  const keyed = await payer.post(path, { invoice: invoices[1] }, { 'idempotency-key': 'k' });
  assert.equal(keyed.status, 200);
  assert(api.takeStatements().length <= 3);
});

test('a repeat gets the answer of the first call, and another user pays nothing', async () => {
  const [payer, other, payee] = [await addPayer(api), await addPayer(api), await api.addUser()];
  const invoice = await payee.invoice(7);
  const first = await payer.post(path, { invoice });
  const again = await payer.post(path, { invoice: `lightning:${invoice.toUpperCase()}` });
  assert.equal(first.status, 200);
  assert.deepEqual(again.body, first.body);
  const late = await other.post(path, { invoice });
  assert.equal(late.status, 400);
  assert.equal(await other.balanceSat(), 10_000);
});
