import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { listOf, textField } from '../support/fields.ts';
import { refusedWith, startLndhub } from '../support/lndhub/lndhub-world.ts';
import { createChainOfWorld } from '../support/onchain/onchain-pages.ts';

const { chain, onchain, look } = createChainOfWorld();
const world = await startLndhub({ after }, {}, { onchain });

test('GET /getbtc answers the address of the wallet, the same until it was paid', async () => {
  const user = await world.addUser();
  const phone = await world.connect(user);
  const { body } = await phone.get('/getbtc');
  const [address = ''] = listOf(body).map((one) => textField(one, 'address'));
  assert.deepEqual(body, [{ address }]);
  assert.deepEqual((await phone.get('/getbtc')).body, body);
  assert.equal(textField((await user.get('/onchain/address')).body, 'address'), address);
  const txid = chain.send({ address, amountSat: 50_000n });
  await look(world);
  assert.notDeepEqual((await phone.get('/getbtc')).body, body);
  for (let blocks = 0; blocks < 3; blocks += 1) chain.mine(...(blocks === 0 ? [txid] : []));
  await look(world);
  assert.deepEqual((await phone.get('/balance')).body, { BTC: { AvailableBalance: 50_000 } });
  assert.deepEqual((await phone.get('/getuserinvoices')).body, []);
});

test('a connection that may not ask for money gets no address', async () => {
  const user = await world.addUser();
  const scopes = ALL_SCOPES.filter((scope) => scope !== 'invoices:create');
  const phone = await world.connect(user, { scopes });
  assert.deepEqual((await phone.get('/getbtc')).body, []);
  assert.equal(await world.deps.deposits.findUnusedAddress(user.user.id), null);
});

test('without the node it is told so in this dialect', async () => {
  const phone = await world.connect(await world.addUser());
  const { newAddress } = chain.wallet;
  Object.assign(chain.wallet, {
    newAddress: async () => {
      throw new NodeFault('away');
    },
  });
  try {
    refusedWith(await phone.get('/getbtc'), 503, 6, /Lightning node/);
  } finally {
    Object.assign(chain.wallet, { newAddress });
  }
});
