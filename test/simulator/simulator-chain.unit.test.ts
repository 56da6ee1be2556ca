import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MINUTE_MS } from '../../src/base/durations.ts';
import { deriveAddress } from '../../src/simulator/chain/addresses.ts';
import { advanceChain, followClock, mineBlocks } from '../../src/simulator/chain/advance-chain.ts';
import { blockHash } from '../../src/simulator/chain/block-hash.ts';
import { blockHeight } from '../../src/simulator/chain/blocks.ts';
import { openChannel } from '../../src/simulator/chain/channels.ts';
import { payFromOutside, replaceFromOutside } from '../../src/simulator/chain/outside.ts';
import { reorganise } from '../../src/simulator/chain/reorganise.ts';
import { textOf } from '../../src/simulator/chain/wallet-address.ts';
import { rowsOf, walletBalances, walletRows } from '../../src/simulator/chain/wallet-view.ts';
import { snapshotEntries } from '../../src/simulator/snapshot.ts';
import {
  type NetworkInMemory,
  openNetworkInMemory,
  stateOf,
} from '../support/network-in-memory.ts';

const BLOCK_MS = 10 * MINUTE_MS;

describe('the chain of the simulated network', () => {
  it('grows by the clock, by order, and takes what waits', async () => {
    const world = openNetworkInMemory();
    const { network, clock } = world;
    const start = blockHeight(network);
    await clock.advance(2 * BLOCK_MS);
    assert.equal(blockHeight(network), start + 2);
    assert.equal(world.entries.length, 1, 'blocks of the clock are not written down');
    mineBlocks(network, 3);
    assert.equal(blockHeight(network), start + 5);
    const txid = deposit(world, 1000n);
    assert.deepEqual(heights(world, txid), [0]);
    await clock.advance(3 * BLOCK_MS);
    advanceChain(network);
    assert.deepEqual(heights(world, txid), [start + 6], 'the first block after it takes it');
    assert.equal(blockHeight(network), start + 8);
  });

  it('tells of blocks of the clock without being asked', async () => {
    const world = openNetworkInMemory();
    followClock(world.network);
    const seen: number[] = [];
    world.network.watchers.onBlock(() => seen.push(blockHeight(world.network)));
    const start = blockHeight(world.network);
    await world.clock.advance(2 * BLOCK_MS);
    assert.deepEqual(seen, [start + 1, start + 2]);
    world.network.stop();
  });

  it('gives the blocks of another branch other hashes', () => {
    const { network } = openNetworkInMemory();
    mineBlocks(network, 3);
    const tip = blockHeight(network);
    const before = [tip - 2, tip - 1, tip].map((height) => blockHash(network.state, height));
    assert(reorganise(network, { depth: 2, newBlocks: 3, replaced: [] }).ok);
    assert.equal(blockHeight(network), tip + 1);
    const after = [tip - 2, tip - 1, tip].map((height) => blockHash(network.state, height));
    assert.equal(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
    assert.notEqual(after[2], before[2]);
  });

  it('may become lower for a while', () => {
    const world = openNetworkInMemory();
    mineBlocks(world.network, 3);
    const tip = blockHeight(world.network);
    assert(reorganise(world.network, { depth: 3, newBlocks: 0, replaced: [] }).ok);
    assert.equal(blockHeight(world.network), tip - 3);
  });

  for (const depth of [1, 3]) {
    it(`takes a payment back by a reorganisation of ${depth}, and mines it again`, () => {
      const world = openNetworkInMemory();
      const txid = deposit(world, 1000n);
      mineBlocks(world.network, depth);
      const tip = blockHeight(world.network);
      reorganise(world.network, { depth, newBlocks: depth + 1, replaced: [] });
      assert.deepEqual(heights(world, txid), [0]);
      mineBlocks(world.network, 1);
      assert.deepEqual(heights(world, txid), [tip + 2]);
    });
  }

  for (const depth of [2, 4]) {
    it(`keeps the lowest block in wallets after a reorganisation of ${depth}, as LND does`, () => {
      const world = openNetworkInMemory();
      const { network } = world;
      const low = deposit(world, 1000n);
      mineBlocks(network, 1);
      const high = deposit(world, 500n);
      mineBlocks(network, depth - 1);
      const tip = blockHeight(network);
      const orphanedHash = blockHash(network.state, tip - depth + 1);
      reorganise(network, { depth, newBlocks: depth + 1, replaced: [] });
      assert.deepEqual(heights(world, high), [0], 'higher blocks are rolled back');
      const [row] = rowsOf(network, world.node('satchel'), low);
      assert.deepEqual([row?.height, row?.hash], [tip - depth + 1, orphanedHash]);
      assert.notEqual(blockHash(network.state, tip - depth + 1), orphanedHash);
      mineBlocks(network, 1);
      assert.deepEqual(heights(world, low), [tip + 2, tip - depth + 1], 'listed twice');
      const { confirmedSat } = walletBalances(network, world.node('satchel'));
      assert.equal(confirmedSat, 100_001_500n, 'and counted once');
    });
  }

  it('leaves a coin in the wallet that was spent otherwise', () => {
    const world = openNetworkInMemory();
    const { network } = world;
    const txid = deposit(world, 1000n);
    mineBlocks(network, 2);
    const at = blockHeight(network) - 1;
    assert(reorganise(network, { depth: 2, newBlocks: 3, replaced: [txid] }).ok);
    mineBlocks(network, 70);
    assert.deepEqual(heights(world, txid), [at]);
    assert.equal(network.state.chain.transactions.get(txid)?.place, null);
    const { confirmedSat } = walletBalances(network, world.node('satchel'));
    assert.equal(confirmedSat, 100_001_000n, 'the phantom counts as a confirmed coin');
  });

  it('keeps an unconfirmed payment in the wallet that was replaced, and never mines it', () => {
    const world = openNetworkInMemory();
    const { network } = world;
    const txid = deposit(world, 1000n);
    const rival = replaceFromOutside(network, txid);
    assert(rival.ok);
    mineBlocks(network, 7);
    assert.deepEqual(heights(world, txid), [0]);
    assert.notEqual(network.state.chain.transactions.get(rival.value)?.place, null);
    assert.equal(walletBalances(network, world.node('satchel')).unconfirmedSat, 1000n);
  });

  it('refuses to replace what stays in its block', () => {
    const world = openNetworkInMemory();
    const txid = deposit(world, 1000n);
    mineBlocks(world.network, 3);
    const tip = blockHeight(world.network);
    assert(!reorganise(world.network, { depth: 2, newBlocks: 3, replaced: [txid] }).ok);
    assert(!reorganise(world.network, { depth: 1, newBlocks: 1, replaced: ['ab'] }).ok);
    assert.equal(blockHeight(world.network), tip);
  });

  it('is the same after a restart, from its journal or a snapshot, at every entry', () => {
    const world = openNetworkInMemory();
    const { network } = world;
    deposit(world, 1000n);
    mineBlocks(network, 2);
    reorganise(network, { depth: 2, newBlocks: 3, replaced: [] });
    const order = { amountSat: 400_000n, pushSat: 0n, satPerKw: 500n, minDepth: 1 };
    const peer = world.node('bob');
    assert(openChannel(network, world.node('satchel'), { ...order, peer, isPrivate: false }).ok);
    mineBlocks(network, 1);
    for (let length = 1; length <= world.entries.length; length += 1) {
      const state = stateOf(world.entries.slice(0, length));
      assert.deepEqual(stateOf(snapshotEntries(state)), state);
    }
    assert.deepEqual(stateOf(world.entries), network.state);
  });
});

/** Someone outside pays the service's node. */
function deposit(world: NetworkInMemory, amountSat: bigint): string {
  const address = textOf(deriveAddress(world.network, world.node('satchel'), 'p2tr', false));
  const paid = payFromOutside(world.network, [{ address, amountSat }]);
  assert(paid.ok);
  return paid.value;
}

function heights(world: NetworkInMemory, txid: string): number[] {
  return walletRows(world.network, world.node('satchel'))
    .filter(({ transaction }) => transaction.txid === txid)
    .map(({ height }) => height);
}
