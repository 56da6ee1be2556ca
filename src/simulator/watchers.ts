import type { JournalEntry } from './journal-entry.ts';
import type { Invoice, NetworkState, Payment } from './network-state.ts';
import { nodeOf } from './node-of.ts';

/**
 * Subscriptions to changes of the network. Callbacks run during the commit, before the change is on
 * disk, so they only copy what they need, and send it with `afterDurable`.
 */
export interface Watchers {
  /**
   * Watches added and settled invoices. As in LND, cancelled and accepted ones are not reported.
   */
  onInvoice(node: string, watcher: Watcher<InvoiceEvent>): Unsubscribe;
  onPayment(node: string, paymentHash: string, watcher: Watcher<Payment>): Unsubscribe;
  onAnyPayment(node: string, watcher: Watcher<Payment>): Unsubscribe;
  /** Watches the ids of transactions of the node's wallet that were seen or mined. */
  onTransaction(node: string, watcher: Watcher<string>): Unsubscribe;
  /** Watches the channels of a node: when one begins to open or close, is open, or is closed. */
  onChannel(node: string, watcher: Watcher<void>): Unsubscribe;
  /** Watches the chain, including the blocks that the clock makes. */
  onBlock(watcher: Watcher<void>): Unsubscribe;
  tellBlock(): void;
  notify(state: NetworkState, entry: JournalEntry): void;
}

export interface InvoiceEvent {
  readonly invoice: Invoice;
  /** The AMP set that has settled; null for other invoices. */
  readonly setId: string | null;
}

export type Watcher<Subject> = (subject: Subject) => void;
export type Unsubscribe = () => void;

export function createWatchers(): Watchers {
  const invoiceWatchers = createRegister<InvoiceEvent>();
  const paymentWatchers = createRegister<Payment>();
  const anyPaymentWatchers = createRegister<Payment>();
  const transactionWatchers = createRegister<string>();
  const channelWatchers = createRegister<void>();
  const blockWatchers = createRegister<void>();

  const tellInvoice = (
    state: NetworkState,
    entry: { readonly node: string; readonly paymentHash: string; readonly setId?: string },
  ): void => {
    const invoice = nodeOf(state, entry.node).invoices.byHash.get(entry.paymentHash);
    if (invoice === undefined) return;
    invoiceWatchers.tell(entry.node, { invoice, setId: entry.setId ?? null });
  };
  const tellPayment = (state: NetworkState, node: string, paymentHash: string): void => {
    const payment = nodeOf(state, node).payments.byHash.get(paymentHash);
    if (payment === undefined) return;
    paymentWatchers.tell(`${node}/${paymentHash}`, payment);
    anyPaymentWatchers.tell(node, payment);
  };

  const tellTransactions = (state: NetworkState, txids: readonly string[]): void => {
    for (const { name, wallet } of state.nodes.values()) {
      for (const txid of txids) if (wallet.txids.has(txid)) transactionWatchers.tell(name, txid);
    }
  };
  const tellChannels = (ends: readonly string[]): void => {
    for (const end of ends) channelWatchers.tell(end);
  };

  return {
    onInvoice: invoiceWatchers.add,
    onPayment: (node, paymentHash, watcher) =>
      paymentWatchers.add(`${node}/${paymentHash}`, watcher),
    onAnyPayment: anyPaymentWatchers.add,
    onTransaction: transactionWatchers.add,
    onChannel: channelWatchers.add,
    onBlock: (watcher) => blockWatchers.add('', watcher),
    tellBlock: () => blockWatchers.tell(''),
    notify(state, entry) {
      switch (entry.kind) {
        case 'invoice_added':
          tellInvoice(state, { node: entry.node, paymentHash: entry.invoice.paymentHash });
          return;
        case 'invoice_settled':
        case 'amp_set_settled':
          tellInvoice(state, entry);
          return;
        case 'payment_started':
          tellPayment(state, entry.node, entry.payment.paymentHash);
          return;
        case 'payment_failed':
        case 'attempt_started':
        case 'attempt_settled':
        case 'attempt_failed':
          tellPayment(state, entry.node, entry.paymentHash);
          return;
        case 'transaction_sent':
          tellTransactions(state, [entry.transaction.txid]);
          return;
        case 'block_mined':
          tellTransactions(state, entry.txids);
          blockWatchers.tell('');
          return;
        case 'blocks_left_out':
          blockWatchers.tell('');
          return;
        case 'channel_opening':
        case 'channel_closing':
          tellTransactions(state, [entry.transaction.txid]);
          tellChannels(entry.channel.ends);
          return;
        case 'channel_opened':
        case 'channel_closed':
          tellChannels(entry.ends);
          return;
        default:
          return;
      }
    },
  };
}

interface Register<Subject> {
  add(key: string, watcher: Watcher<Subject>): Unsubscribe;
  tell(key: string, subject: Subject): void;
}

function createRegister<Subject>(): Register<Subject> {
  const byKey = new Map<string, Set<Watcher<Subject>>>();
  return {
    add(key, watcher) {
      const watchers = byKey.get(key) ?? new Set();
      byKey.set(key, watchers);
      watchers.add(watcher);
      return () => {
        watchers.delete(watcher);
        if (watchers.size === 0 && byKey.get(key) === watchers) byKey.delete(key);
      };
    },
    tell(key, subject) {
      for (const watcher of [...(byKey.get(key) ?? [])]) watcher(subject);
    },
  };
}
