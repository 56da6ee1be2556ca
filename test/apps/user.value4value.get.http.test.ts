import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });

testAccess(api, 'account:read', { method: 'GET', path: '/user/value4value' });

test("our node's key with the record that names the user; no address while there is none", async () => {
  const account = await api.addUser();
  const answer = await account.get('/user/value4value');
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    keysend_pubkey: api.node.identity.pubkey,
    keysend_custom_key: '696969',
    keysend_custom_value: account.user.identifier,
  });
});

test('another user pays to what it says', async () => {
  const [payer, payee] = [await api.addUser(), await api.addUser()];
  await payer.receive(1000);
  const sent = await payer.post('/payments/keysend', {
    amount: 300,
    destination: api.node.identity.pubkey,
    custom_records: { '696969': payee.user.identifier },
  });
  assert.equal(sent.status, 200, sent.text);
  assert.equal(await payee.balanceSat(), 300);
});
