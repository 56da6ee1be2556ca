import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { testAccess } from '../support/access-checks.ts';
import { listOf, textField } from '../support/fields.ts';
import { createFakeChain } from '../support/onchain/fake-chain.ts';
import { createFakeSpending } from '../support/onchain/fake-spending.ts';
import { strangeAddress } from '../support/onchain/withdrawal-events.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** Where its states are shown: payments.onchain.post.http.test.ts. */

const rules = {
  confirmations: [{ fromSat: 0n, confirmations: 3 }],
  minReceiveSat: sat(10_000n),
  minSendSat: sat(5000n),
  maxFeeRate: 200n,
};
const onchain = { chainWallet: createFakeChain().wallet, chainSpending: null, rules };
const { withdrawing } = createFakeSpending();
const api = await startWalletApi({ after }, {}, { onchain, withdrawing });
const path = '/payments/onchain';

testAccess(api, 'transactions:read', { method: 'GET', path: `${path}/${'a'.repeat(24)}` });

test('is found by who sent it, and stands in the list of those who may read payments', async () => {
  const payer = await api.addUser();
  await payer.receive(100_000);
  const order = { address: strangeAddress(), amount: 20_000, speed: 'slow' };
  const { body } = await payer.post(path, order);
  const id = textField(body, 'id');
  assert.deepEqual((await payer.get(`${path}/${id}`)).body, body);
  const stranger = await api.addUser();
  for (const one of [id, 'x', '%00', id.toLowerCase()]) {
    assert.equal((await stranger.get(`${path}/${one}`)).status, 404, one);
  }
  const [listed] = listOf((await payer.get('/onchain/transactions')).body);
  const expected = {
    ...{ identifier: id, type: 'outgoing', state: 'sending', address: order.address, fee: null },
    ...{ amount: 20_000, txid: null, output_index: null, confirmations: 0, block_height: null },
    ...{ created_at: textField(body, 'created_at'), settled_at: null },
  };
  assert.deepEqual(listed, expected);
  const reader = await payer.withScopes(['invoices:read']);
  assert.deepEqual((await reader.get('/onchain/transactions')).body, []);
});
