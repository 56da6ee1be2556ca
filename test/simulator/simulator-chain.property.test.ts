import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MINUTE_MS } from '../../src/base/durations.ts';
import { outpointText } from '../../src/lightning/bitcoin/transaction.ts';
import { deriveAddress } from '../../src/simulator/chain/addresses.ts';
import { advanceChain, mineBlocks } from '../../src/simulator/chain/advance-chain.ts';
import { broadcast } from '../../src/simulator/chain/broadcast.ts';
import { closeChannel, openChannel } from '../../src/simulator/chain/channels.ts';
import { fundTransaction } from '../../src/simulator/chain/fund.ts';
import { payFromOutside, replaceFromOutside } from '../../src/simulator/chain/outside.ts';
import { reorganise } from '../../src/simulator/chain/reorganise.ts';
import { signTransaction } from '../../src/simulator/chain/sign.ts';
import { textOf } from '../../src/simulator/chain/wallet-address.ts';
import { walletBalances, walletRows } from '../../src/simulator/chain/wallet-view.ts';
import { snapshotEntries } from '../../src/simulator/snapshot.ts';
import { checkProperty } from '../support/check-property.ts';
import {
  type NetworkInMemory,
  openNetworkInMemory,
  stateOf,
} from '../support/network-in-memory.ts';

const NODES = ['satchel', 'hub-one', 'bob'] as const;

const step = fc.oneof(
  fc.record({ kind: fc.constant('pay' as const), node: fc.nat(2), amountSat: fc.nat(99_999) }),
  fc.record({ kind: fc.constant('send' as const), node: fc.nat(2), amountSat: fc.nat(99_999) }),
  fc.record({ kind: fc.constant('mine' as const), count: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.nat(30) }),
  fc.record({ kind: fc.constant('replace' as const), pick: fc.nat(50) }),
  fc.record({
    kind: fc.constant('reorg' as const),
    depth: fc.integer({ min: 1, max: 5 }),
    newBlocks: fc.nat(6),
    pick: fc.nat(50),
    isReplacing: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('open' as const), node: fc.nat(2), pick: fc.nat(2) }),
  fc.record({ kind: fc.constant('close' as const), pick: fc.nat(50) }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('the chain of the simulated network, whatever happens', () => {
  it('never contradicts itself, and is the same after a restart', async () => {
    await checkProperty(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const world = openNetworkInMemory();
        for (const one of steps) await take(world, one);
        checkChain(world);
        checkWallets(world);
        const { state } = world.network;
        assert.deepEqual(stateOf(world.entries), state);
        assert.deepEqual(stateOf(snapshotEntries(state)), state);
      }),
    );
  });
});

async function take(world: NetworkInMemory, one: Step): Promise<void> {
  const { network } = world;
  const node = world.node(NODES['node' in one ? one.node : 0] ?? 'satchel');
  advanceChain(network);
  switch (one.kind) {
    case 'pay': {
      const address = textOf(deriveAddress(network, node, 'p2tr', false));
      assert(payFromOutside(network, [{ address, amountSat: BigInt(one.amountSat) }]).ok);
      return;
    }
    case 'send': {
      const output = { valueSat: BigInt(one.amountSat), script: `0014${'11'.repeat(20)}` };
      const order = { outputs: [output], satPerKw: 500n, minDepth: 0, isChangeLast: false };
      const funded = fundTransaction(network, node, { ...order, changeKind: 'p2wkh' });
      if (funded.ok) broadcast(network, signTransaction(network.state, funded.value.transaction));
      return;
    }
    case 'mine':
      mineBlocks(network, one.count);
      return;
    case 'wait':
      await world.clock.advance(one.minutes * MINUTE_MS);
      return;
    case 'replace':
      replaceFromOutside(network, picked([...network.state.chain.mempool], one.pick) ?? '');
      return;
    case 'reorg': {
      const { depth, newBlocks, pick, isReplacing } = one;
      const txid = picked([...network.state.chain.transactions.keys()], pick);
      const replaced = isReplacing && txid !== undefined ? [txid] : [];
      reorganise(network, { depth, newBlocks, replaced });
      return;
    }
    case 'open': {
      const peer = world.node(NODES[one.pick] ?? 'bob');
      const order = { amountSat: 30_000n, pushSat: 10_000n, satPerKw: 500n, minDepth: 1 };
      if (peer !== node) openChannel(network, node, { ...order, peer, isPrivate: false });
      return;
    }
    case 'close': {
      const channel = picked([...network.state.channels.values()], one.pick);
      if (channel !== undefined) {
        closeChannel(network, world.node(channel.ends[0]), channel, 500n);
      }
    }
  }
}

function picked<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items.length === 0 ? undefined : items[pick % items.length];
}

/** What holds of any chain. */
function checkChain({ network }: NetworkInMemory): void {
  const { blocks, transactions, mempool } = network.state.chain;
  const spent = new Set<string>();
  for (const [height, block] of blocks) {
    assert.equal(height, block.height);
    for (const [index, txid] of block.txids.entries()) {
      const transaction = transactions.get(txid);
      assert.deepEqual(transaction?.place, { height, index: index + 1 });
      for (const input of transaction?.content.inputs ?? []) {
        assert(!spent.has(outpointText(input)), 'a coin is spent once');
        spent.add(outpointText(input));
        const parent = transactions.get(input.txid);
        if (parent === undefined) continue;
        const { place } = parent;
        assert(place !== null, 'what a block takes has its parents in the chain');
        const isBefore = place.height < height || (place.height === height && place.index <= index);
        assert(isBefore, 'and they come first');
      }
    }
  }
  for (const { txid, place } of transactions.values()) {
    if (place === null) continue;
    assert(blocks.get(place.height)?.txids.includes(txid), 'a place is in a block');
    assert(!mempool.has(txid), 'what is mined does not wait');
  }
  const waiting = [...mempool].flatMap((txid) => transactions.get(txid)?.content.inputs ?? []);
  for (const input of waiting) {
    assert(!spent.has(outpointText(input)), 'nothing waits that the chain contradicts');
  }
  assert.equal(new Set(waiting.map(outpointText)).size, waiting.length, 'nor two of a kind');
}

/** Rows are right unless a reorganisation of an even depth has left something behind. */
function checkWallets(world: NetworkInMemory): void {
  const { network } = world;
  for (const name of NODES) {
    const node = world.node(name);
    if (node.wallet.orphans.length > 0) continue;
    const rows = walletRows(network, node);
    assert.equal(new Set(rows.map(({ transaction }) => transaction.txid)).size, rows.length);
    for (const { transaction, height } of rows) {
      assert.equal(transaction.place?.height ?? 0, height);
    }
    const { confirmedSat, unconfirmedSat } = walletBalances(network, node);
    assert(confirmedSat >= 0n && unconfirmedSat >= 0n);
  }
}
