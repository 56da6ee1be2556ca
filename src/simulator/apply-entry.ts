import { applyChainEntry } from './chain/apply-chain-entry.ts';
import { emptyChain, emptyWallet } from './chain/chain-state.ts';
import { grantPlayCoins } from './chain/play-coins.ts';
import { applyInvoiceEntry } from './invoice-book.ts';
import type { JournalEntry, NewNode } from './journal-entry.ts';
import type { NetworkState, SimNode } from './network-state.ts';
import { newChannel } from './new-channel.ts';
import { nodeOf } from './node-of.ts';
import { applyPaymentEntry } from './payment-book.ts';
import { applyRestoredEntry } from './snapshot.ts';

export const emptyNetwork = (): NetworkState => ({
  seedHex: '',
  nodes: new Map(),
  channels: new Map(),
  opening: new Map(),
  closing: new Map(),
  closed: new Map(),
  chain: emptyChain(),
});

/**
 * Applies an entry of the journal to the state. Only this function changes the state, so that a
 * replayed entry has the same effect as a new one.
 */
export function applyEntry(state: NetworkState, entry: JournalEntry): void {
  switch (entry.kind) {
    case 'network_created':
      state.seedHex = entry.seedHex;
      for (const node of entry.nodes) state.nodes.set(node.name, newNode(node));
      for (const channel of entry.channels) state.channels.set(channel.chanId, newChannel(channel));
      grantPlayCoins(state);
      return;
    case 'identity_changed': {
      const node = nodeOf(state, entry.node);
      node.privateKeyHex = entry.privateKeyHex;
      node.pubkey = entry.pubkey;
      return;
    }
    case 'invoice_added':
    case 'invoice_accepted':
    case 'invoice_settled':
    case 'amp_set_settled':
    case 'invoice_cancelled':
    case 'invoice_deleted':
    case 'htlc_accepted':
    case 'htlc_cancelled':
      applyInvoiceEntry(nodeOf(state, entry.node).invoices, entry);
      return;
    case 'channel_restored':
    case 'invoice_restored':
    case 'add_index_restored':
    case 'payment_restored':
    case 'counters_restored':
      applyRestoredEntry(state, entry);
      return;
    case 'payment_started':
    case 'payment_failed':
    case 'attempt_started':
    case 'attempt_settled':
    case 'attempt_failed':
      applyPaymentEntry(state, nodeOf(state, entry.node).payments, entry);
      return;
    default:
      applyChainEntry(state, entry);
  }
}

const newNode = (node: NewNode): SimNode => ({
  ...node,
  invoices: {
    byHash: new Map(),
    byPaymentAddr: new Map(),
    added: [],
    nextAddIndex: 1,
    settled: [],
  },
  payments: { byHash: new Map(), byIndex: [], nextIndex: 1, nextAttemptId: 1 },
  wallet: emptyWallet(),
});
