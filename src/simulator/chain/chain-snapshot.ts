import { assert } from '../../base/assert.ts';
import { decodeTransactionHex, outpointText } from '../../lightning/bitcoin/transaction.ts';
import type { NetworkState } from '../network-state.ts';
import { nodeOf } from '../node-of.ts';
import type { ChainEntry, RestoredChainEntry } from './chain-entry.ts';
import type { ChainWallet } from './chain-state.ts';
import { addTransaction } from './transactions.ts';

/**
 * Yields the shortest list of entries that produces the chain, the wallets, and the channels that
 * are opening, closing or closed.
 */
export function* chainSnapshot(state: NetworkState): Generator<ChainEntry> {
  const { extraBlocks, forks, blocks, transactions, mempool } = state.chain;
  yield {
    kind: 'chain_restored',
    chain: { extraBlocks, forks, blocks: [...blocks.values()], mempool: [...mempool] },
  };
  for (const { content: _content, ...transaction } of transactions.values()) {
    yield { kind: 'transaction_restored', transaction };
  }
  for (const { name, wallet } of state.nodes.values()) {
    yield {
      kind: 'wallet_restored',
      node: name,
      wallet: {
        addresses: [...wallet.addresses.values()].map(({ script, isChange }) => [script, isChange]),
        txids: [...wallet.txids],
        labels: [...wallet.labels],
        orphans: wallet.orphans,
        leases: [...wallet.leases.values()],
        peers: [...wallet.peers],
      },
    };
  }
  for (const channel of state.opening.values()) yield { kind: 'opening_restored', channel };
  for (const channel of state.closing.values()) yield { kind: 'closing_restored', channel };
  for (const channel of state.closed.values()) yield { kind: 'closed_restored', channel };
}

export function applyRestoredChainEntry(state: NetworkState, entry: RestoredChainEntry): void {
  switch (entry.kind) {
    case 'chain_restored':
      state.chain = {
        ...entry.chain,
        forks: [...entry.chain.forks],
        blocks: new Map(entry.chain.blocks.map((block) => [block.height, block])),
        transactions: new Map(),
        spenders: new Map(),
        mempool: new Set(entry.chain.mempool),
      };
      return;
    case 'transaction_restored': {
      const content = decodeTransactionHex(entry.transaction.raw);
      assert(content !== null, 'the journal holds whole transactions');
      addTransaction(state, { ...entry.transaction, content });
      return;
    }
    case 'wallet_restored': {
      const { wallet } = entry;
      const restored: ChainWallet = {
        addresses: new Map(
          wallet.addresses.map(([script, isChange]) => [script, { script, isChange }]),
        ),
        txids: new Set(wallet.txids),
        labels: new Map(wallet.labels),
        orphans: [...wallet.orphans],
        leases: new Map(wallet.leases.map((lease) => [outpointText(lease.outpoint), lease])),
        peers: new Set(wallet.peers),
      };
      nodeOf(state, entry.node).wallet = restored;
      return;
    }
    case 'opening_restored':
      state.opening.set(entry.channel.fundingTxid, entry.channel);
      return;
    case 'closing_restored':
      state.closing.set(entry.channel.fundingTxid, entry.channel);
      return;
    case 'closed_restored':
      state.closed.set(entry.channel.fundingTxid, entry.channel);
  }
}
