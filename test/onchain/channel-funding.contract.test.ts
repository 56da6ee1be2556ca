import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { countCoins } from '../../src/app/compose/count-coins.ts';
import { readConfig } from '../../src/config/config.ts';
import { ownedMsat } from '../../src/lightning/node-wallet.ts';
import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { createNodeStore } from '../../src/node/sql/node-store.ts';
import { eventually } from '../support/eventually.ts';
import { startDrivenWallet } from '../support/onchain/driven-wallet.ts';

const wallet = await startDrivenWallet({ after });
const { sim, mine, lead, deps, findings } = wallet;
const config = readConfig({ SATCHEL_ONCHAIN: 'on' });

/** What the node counts as its own, in sats. */
async function ownedSat(): Promise<bigint> {
  const counted = countCoins(deps.lightning, config, { deposits: deps.deposits });
  return ownedMsat(await counted.balances()) / 1000n;
}

async function openChannel(amountSat: bigint): Promise<{ txid: string; index: number }> {
  const [peer] = sim.simulator.description.nodes.filter(({ name }) => name !== SERVICE_NODE);
  assert(peer !== undefined);
  const addr = { pubkey: peer.pubkey, host: `${peer.name}:9735` };
  await sim.call(SERVICE_NODE, '/v1/peers', { addr, perm: false, timeout: '5' });
  const opened = await sim.call(SERVICE_NODE, '/v1/channels', {
    node_pubkey: Buffer.from(peer.pubkey, 'hex').toString('base64'),
    local_funding_amount: String(amountSat),
  });
  assert.equal(opened.status, 200, opened.text);
  const [newest] = await deps.chainWallet.transactions({ from: 0, to: null });
  assert(newest !== undefined && newest.block === null);
  const output = newest.outputs.find((one) => one.amountSat === amountSat);
  assert(output !== undefined);
  return { txid: newest.txid, index: output.index };
}

test('bitcoin for a channel counts once all the way, and what comes back when it closes', async () => {
  const { network, pubkey } = deps.node;
  await createNodeStore(wallet.database).bindNode(network, pubkey);
  const leader = await lead();
  await leader.look(true);
  const beforeSat = await ownedSat();
  const leftOf = async (): Promise<bigint> => beforeSat - (await ownedSat());

  const { txid, index } = await openChannel(20_000_000n);
  assert.equal(await leftOf(), 0n, 'it is still counted as a coin');
  await leader.look();
  const feesSat = await leftOf();
  assert(feesSat > 0n && feesSat < 10_000n, `${feesSat} sat are the cost of the operator`);
  for (const [blocks, when] of [
    [0, 'while no block has it'],
    [1, 'in a block'],
    [2, 'open'],
  ] as const) {
    await mine(blocks);
    assert.equal(await leftOf(), feesSat, `${when}, before the look`);
    await leader.look();
    assert.equal(await leftOf(), feesSat, when);
  }

  const closing = sim.openDelete(SERVICE_NODE, `/v1/channels/${txid}/${index}`);
  await eventually('it begins to close', async () => (closing.lines.length > 0 ? true : null));
  closing.close();
  await leader.look();
  const limboSat = await leftOf();
  assert(limboSat > 19_900_000n, 'what has no block yet is neither a coin nor in a channel');
  await mine();
  assert.equal(await leftOf(), limboSat);
  await leader.look();
  const costSat = await leftOf();
  assert(costSat > 0n && costSat < 20_000n, `${costSat} sat are what both have cost`);
  assert.deepEqual(await findings(), [], 'no user has paid or got anything');
});
