import { type Network, nowMs, nowSec } from './network.ts';
import type { Invoice } from './network-state.ts';
import { cancelInvoice } from './resolve-invoice.ts';

const PRUNE_MS = 250;

/** Cancels open invoices when they expire, as LND does, except for those that hold a payment. */
export function watchInvoiceExpiry(network: Network): void {
  /**
   * The invoices that expire by each whole second. Cancelling reads only the seconds that have
   * passed, however many invoices are open.
   */
  const endingAt = new Map<number, { node: string; invoice: Invoice }[]>();
  const remember = (node: string, invoice: Invoice, createdAtMs: number): void => {
    if (invoice.state !== 'OPEN' || invoice.expirySec === 0) return;
    const second = Math.ceil(createdAtMs / 1000) + invoice.expirySec;
    const ending = endingAt.get(second);
    if (ending === undefined) endingAt.set(second, [{ node, invoice }]);
    else ending.push({ node, invoice });
  };
  for (const { name, invoices } of network.state.nodes.values()) {
    // Stored invoices tell only in which second they were created. Their expiry is rounded up, so
    // that none expires early.
    for (const invoice of invoices.added) remember(name, invoice, invoice.createdAtSec * 1000 + 1);
    network.watchers.onInvoice(name, ({ invoice }) => remember(name, invoice, nowMs(network)));
  }
  let prunedSecond = nowSec(network) - 1;
  for (const second of endingAt.keys()) prunedSecond = Math.min(prunedSecond, second - 1);
  const prune = (): void => {
    for (; (prunedSecond + 1) * 1000 <= nowMs(network); prunedSecond += 1) {
      const ending = endingAt.get(prunedSecond + 1) ?? [];
      endingAt.delete(prunedSecond + 1);
      for (const { node, invoice } of ending) expire(network, node, invoice);
    }
    network.after(PRUNE_MS, prune);
  };
  prune();
}

function expire(network: Network, nodeName: string, invoice: Invoice): void {
  const node = network.state.nodes.get(nodeName);
  if (node === undefined || invoice.state !== 'OPEN') return;
  cancelInvoice(network, node, invoice.paymentHash);
}
