import { chainSnapshot } from './chain/chain-snapshot.ts';
import { shelveInvoice } from './invoice-book.ts';
import type { JournalEntry, RestoredEntry } from './journal-entry.ts';
import type { Invoice, InvoiceBook, NetworkState } from './network-state.ts';
import { nodeOf } from './node-of.ts';

/** Yields the shortest journal that produces the given state of the network. */
export function* snapshotEntries(state: NetworkState): Generator<JournalEntry> {
  const nodes = [...state.nodes.values()];
  yield {
    kind: 'network_created',
    seedHex: state.seedHex,
    nodes: nodes.map(({ name, alias, color, privateKeyHex, pubkey, acceptsKeysend }) => ({
      name,
      alias,
      color,
      privateKeyHex,
      pubkey,
      acceptsKeysend,
    })),
    channels: [],
  };
  for (const channel of state.channels.values()) {
    yield { kind: 'channel_restored', channel: { ...channel, htlcs: [...channel.htlcs] } };
  }
  for (const { name, invoices, payments } of nodes) {
    for (const invoice of allThatCounts(invoices)) {
      const ampSets = [...invoice.ampSets];
      yield { kind: 'invoice_restored', node: name, invoice: { ...invoice, ampSets } };
      const { paymentHash } = invoice;
      if (invoices.byHash.get(paymentHash) === invoice) continue;
      yield { kind: 'invoice_deleted', node: name, paymentHash };
    }
    yield { kind: 'add_index_restored', node: name, nextAddIndex: invoices.nextAddIndex };
    for (const payment of payments.byIndex) {
      yield { kind: 'payment_restored', node: name, payment };
    }
    const { nextIndex, nextAttemptId } = payments;
    yield { kind: 'counters_restored', node: name, nextIndex, nextAttemptId };
  }
  yield* chainSnapshot(state);
}

/** The invoices of a node, preceded by deleted ones that still have a settle index. */
function allThatCounts({ added, byHash, settled }: InvoiceBook): Iterable<Invoice> {
  const isDeleted = (invoice: Invoice): boolean => byHash.get(invoice.paymentHash) !== invoice;
  return new Set([...settled.map(({ invoice }) => invoice).filter(isDeleted), ...added]);
}

export function applyRestoredEntry(state: NetworkState, entry: RestoredEntry): void {
  switch (entry.kind) {
    case 'channel_restored': {
      const { channel } = entry;
      state.channels.set(channel.chanId, { ...channel, htlcs: new Map(channel.htlcs) });
      return;
    }
    case 'invoice_restored': {
      const invoice = { ...entry.invoice, ampSets: new Map(entry.invoice.ampSets) };
      restoreInvoice(nodeOf(state, entry.node).invoices, invoice);
      return;
    }
    case 'add_index_restored':
      nodeOf(state, entry.node).invoices.nextAddIndex = entry.nextAddIndex;
      return;
    case 'payment_restored': {
      const { byHash, byIndex } = nodeOf(state, entry.node).payments;
      byHash.set(entry.payment.paymentHash, entry.payment);
      byIndex.push(entry.payment);
      return;
    }
    case 'counters_restored': {
      const { payments } = nodeOf(state, entry.node);
      payments.nextIndex = entry.nextIndex;
      payments.nextAttemptId = entry.nextAttemptId;
    }
  }
}

/**
 * Adds an invoice from a snapshot. Its settle index, or those of its AMP sets, give its position in
 * the order of settlements.
 */
function restoreInvoice(book: InvoiceBook, invoice: Invoice): void {
  shelveInvoice(book, invoice);
  if (invoice.settleIndex > 0) book.settled[invoice.settleIndex - 1] = { invoice, setId: null };
  for (const [setId, set] of invoice.ampSets) {
    book.settled[set.settleIndex - 1] = { invoice, setId };
  }
}
