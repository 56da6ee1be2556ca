import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { textField } from '../support/fields.ts';
import { startOnchainApi } from '../support/onchain/onchain-api.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const { api, chain, look } = await startOnchainApi({ after });
const path = '/onchain/address';

testAccess(api, 'invoices:create', { method: 'GET', path });

test('an app gets the address of its wallet, the same until it was paid', async () => {
  const user = await api.addUser();
  const first = await user.get(path);
  const address = textField(first.body, 'address');
  assert.deepEqual(first.body, {
    address,
    uri: `bitcoin:${address}`,
    confirmations: 3,
    minimum: 10_000,
  });
  assert.deepEqual((await user.get(path)).body, first.body);
  chain.send({ address, amountSat: 10_000n });
  await look();
  assert.notEqual(textField((await user.get(path)).body, 'address'), address);
});

test('a service without bitcoin addresses says so', async (t) => {
  const plain = await startWalletApi(t);
  const user = await plain.addUser();
  for (const one of [path, '/onchain/transactions']) {
    const answer = await user.get(one);
    assert.equal(answer.status, 404);
    assert.match(textField(answer.body, 'message'), /no bitcoin addresses/);
  }
});
