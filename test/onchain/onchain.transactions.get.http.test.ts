import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { listOf, textField } from '../support/fields.ts';
import { startOnchainApi } from '../support/onchain/onchain-api.ts';

const { api, chain, look } = await startOnchainApi({ after });
const path = '/onchain/transactions';

testAccess(api, 'invoices:read', { method: 'GET', path });

test('a deposit is listed from its first sight on, and spendable once it is credited', async () => {
  const user = await api.addUser();
  const address = textField((await user.get('/onchain/address')).body, 'address');
  assert.deepEqual((await user.get(path)).body, []);
  const txid = chain.send({ address, amountSat: 50_000n });
  await look();
  const [seen] = listOf((await user.get(path)).body);
  assert(typeof seen === 'object' && seen !== null);
  const expected = {
    ...{ type: 'incoming', state: 'seen', address, amount: 50_000, txid, output_index: 0 },
    ...{ confirmations: 0, block_height: null, settled_at: null },
  };
  assert.deepEqual({ ...seen, ...expected }, seen);
  assert.equal(await user.balanceSat(), 0);
  chain.mine(txid);
  chain.mine();
  chain.mine();
  await look();
  const [credited] = listOf((await user.get(path)).body);
  assert(typeof credited === 'object' && credited !== null);
  assert.deepEqual(
    { ...credited, state: 'credited', confirmations: 3, block_height: chain.height() - 2 },
    credited,
  );
  assert.equal(await user.balanceSat(), 50_000);
  const other = await api.addUser();
  assert.deepEqual((await other.get(path)).body, []);
});

test('lists of invoices never show a deposit', async () => {
  const user = await api.addUser();
  const address = textField((await user.get('/onchain/address')).body, 'address');
  chain.mine(chain.send({ address, amountSat: 20_000n }));
  chain.mine();
  chain.mine();
  await look();
  assert.equal(await user.balanceSat(), 20_000);
  for (const list of ['/invoices', '/invoices/incoming', '/invoices/outgoing']) {
    assert.deepEqual((await user.get(list)).body, [], list);
  }
});

test('a list has pages, and takes values that cannot be meant for none', async () => {
  const user = await api.addUser();
  for (let count = 0; count < 3; count += 1) {
    const address = textField((await user.get('/onchain/address')).body, 'address');
    chain.send({ address, amountSat: 20_000n });
    await look();
  }
  const sizes = async (query: string) => listOf((await user.get(`${path}?${query}`)).body).length;
  assert.equal(await sizes('items=2'), 2);
  assert.equal(await sizes('items=2&page=2'), 1);
  assert.equal(await sizes('items=0&page=x'), 3);
});
