import { assert } from '../../base/assert.ts';
import { decodeTransactionHex, outpointText } from '../../lightning/bitcoin/transaction.ts';
import type { NetworkState } from '../network-state.ts';
import { nodeOf } from '../node-of.ts';
import { applyChannelEntry } from './apply-channel-entry.ts';
import { blockHash } from './block-hash.ts';
import type { ChainEntry, SentTransaction } from './chain-entry.ts';
import { applyRestoredChainEntry } from './chain-snapshot.ts';
import type { ChainTransaction, ChainWallet } from './chain-state.ts';
import { concerns } from './ownership.ts';
import { addTransaction, rivalsOf } from './transactions.ts';

/** Applies entries of the journal that concern the chain: a part of `applyEntry`. */
export function applyChainEntry(state: NetworkState, entry: ChainEntry): void {
  switch (entry.kind) {
    case 'address_derived':
      nodeOf(state, entry.node).wallet.addresses.set(entry.address.script, entry.address);
      return;
    case 'transaction_sent':
      receiveTransaction(state, entry.transaction);
      return;
    case 'transaction_labelled':
      nodeOf(state, entry.node).wallet.labels.set(entry.txid, entry.label);
      return;
    case 'block_mined':
      addBlock(state, entry);
      return;
    case 'blocks_left_out':
      removeBlocks(state, entry);
      return;
    case 'transaction_dropped':
      dropFromMempool(state, entry.txid);
      return;
    case 'wallet_rescanned':
      rescanWallet(state, entry.node);
      return;
    case 'coin_leased':
      nodeOf(state, entry.node).wallet.leases.set(outpointText(entry.lease.outpoint), entry.lease);
      return;
    case 'lease_ended':
      nodeOf(state, entry.node).wallet.leases.delete(outpointText(entry.outpoint));
      return;
    case 'peer_connected':
      nodeOf(state, entry.node).wallet.peers.add(entry.peer);
      return;
    case 'channel_opening':
    case 'channel_closing':
      receiveTransaction(state, entry.transaction);
      applyChannelEntry(state, entry);
      return;
    case 'channel_opened':
    case 'channel_closed':
      applyChannelEntry(state, entry);
      return;
    default:
      applyRestoredChainEntry(state, entry);
  }
}

type EntryOf<Kind extends ChainEntry['kind']> = Extract<ChainEntry, { kind: Kind }>;

/**
 * Adds a new transaction to the mempool. Transactions that conflict with it leave the mempool, but
 * stay in the wallets.
 */
function receiveTransaction(state: NetworkState, entry: SentTransaction): void {
  const { chain } = state;
  const content = decodeTransactionHex(entry.raw);
  assert(content !== null, 'the journal holds whole transactions');
  const { txid } = entry;
  const known = chain.transactions.get(txid);
  const transaction: ChainTransaction = known ?? {
    txid,
    raw: entry.raw,
    content,
    seenAtSec: entry.atSec,
    waitsSince: entry.height,
    place: null,
  };
  transaction.waitsSince = entry.height;
  for (const rival of rivalsOf(state, transaction)) dropFromMempool(state, rival);
  if (known === undefined) addTransaction(state, transaction);
  chain.mempool.add(txid);
  for (const node of state.nodes.values()) {
    if (concerns(state, node.wallet, transaction)) node.wallet.txids.add(txid);
  }
}

/** Removes a transaction from the mempool, together with those that spend its outputs. */
function dropFromMempool(state: NetworkState, txid: string): void {
  const { chain } = state;
  if (!chain.mempool.delete(txid)) return;
  const outputs = chain.transactions.get(txid)?.content.outputs ?? [];
  for (const index of outputs.keys()) {
    const children = chain.spenders.get(outpointText({ txid, index })) ?? [];
    for (const child of children) dropFromMempool(state, child);
  }
}

function addBlock(state: NetworkState, entry: EntryOf<'block_mined'>): void {
  const { chain } = state;
  const { height, timeSec, txids } = entry;
  if (entry.isExtra) chain.extraBlocks += 1;
  chain.blocks.set(height, { height, timeSec, txids });
  for (const [index, txid] of txids.entries()) {
    const transaction = chain.transactions.get(txid);
    assert(transaction !== undefined, 'a block takes what was sent');
    chain.mempool.delete(txid);
    // The first place in a block is that of the coinbase transaction.
    transaction.place = { height, index: index + 1 };
    for (const rival of rivalsOf(state, transaction)) dropFromMempool(state, rival);
    for (const { wallet } of state.nodes.values()) {
      for (const input of transaction.content.inputs) wallet.leases.delete(outpointText(input));
      if (concerns(state, wallet, transaction)) forgetRivals(state, wallet, transaction);
    }
  }
}

/**
 * Lets a wallet forget its unconfirmed transactions that conflict with a mined transaction of its
 * own. A wallet does not hear of the mined transactions of others, so it keeps what conflicts with
 * them.
 */
function forgetRivals(
  state: NetworkState,
  wallet: ChainWallet,
  transaction: ChainTransaction,
): void {
  wallet.txids.add(transaction.txid);
  for (const rival of rivalsOf(state, transaction)) {
    if (!wallet.orphans.some(({ txid }) => txid === rival)) wallet.txids.delete(rival);
  }
}

function removeBlocks(state: NetworkState, entry: EntryOf<'blocks_left_out'>): void {
  const { chain } = state;
  const { fromHeight, count, unaware } = entry;
  const lowest = chain.blocks.get(fromHeight);
  const hash = blockHash(state, fromHeight);
  for (const { name, wallet } of state.nodes.values()) {
    if (!unaware.includes(name) || lowest === undefined) continue;
    const own = lowest.txids.filter((txid) => wallet.txids.has(txid));
    const { timeSec } = lowest;
    wallet.orphans.push(...own.map((txid) => ({ txid, height: fromHeight, hash, timeSec })));
  }
  for (let height = fromHeight; height < fromHeight + count; height += 1) {
    for (const txid of chain.blocks.get(height)?.txids ?? []) {
      const transaction = chain.transactions.get(txid);
      assert(transaction !== undefined, 'a block takes what was sent');
      transaction.place = null;
      transaction.waitsSince = fromHeight - 1;
      chain.mempool.add(txid);
    }
    chain.blocks.delete(height);
  }
  chain.extraBlocks -= count;
  chain.forks.push(fromHeight);
}

/** Lets a wallet read chain and mempool again, and forget transactions that are in neither. */
function rescanWallet(state: NetworkState, name: string): void {
  const { chain } = state;
  const { wallet } = nodeOf(state, name);
  wallet.orphans.length = 0;
  for (const txid of wallet.txids) {
    const isMined = (chain.transactions.get(txid)?.place ?? null) !== null;
    if (!isMined && !chain.mempool.has(txid)) wallet.txids.delete(txid);
  }
}
