import { type Network, nowSec } from './network.ts';
import type { Invoice } from './network-state.ts';
import { cancelInvoice } from './resolve-invoice.ts';

const SWEEP_MS = 1000;

/** LND cancels an open invoice when its time is over; one that holds a payment stays. */
export function watchInvoiceExpiry(network: Network): void {
  /** Expiry second → what ends in it: a sweep looks at these only, however many are open. */
  const endingAt = new Map<number, { node: string; invoice: Invoice }[]>();
  const remember = (node: string, invoice: Invoice): void => {
    if (invoice.state !== 'OPEN' || invoice.expirySec === 0) return;
    const second = invoice.createdAtSec + invoice.expirySec;
    const ending = endingAt.get(second);
    if (ending === undefined) endingAt.set(second, [{ node, invoice }]);
    else ending.push({ node, invoice });
  };
  for (const node of network.state.nodes.values()) {
    for (const invoice of node.invoices.added) remember(node.name, invoice);
    network.watchers.onInvoice(node.name, ({ invoice }) => remember(node.name, invoice));
  }
  const sweep = (): void => {
    const now = nowSec(network);
    for (const [second, ending] of endingAt) {
      if (second >= now) continue;
      endingAt.delete(second);
      for (const { node, invoice } of ending) expire(network, node, invoice);
    }
    network.after(SWEEP_MS, sweep);
  };
  sweep();
}

function expire(network: Network, nodeName: string, invoice: Invoice): void {
  const node = network.state.nodes.get(nodeName);
  if (node === undefined || invoice.state !== 'OPEN') return;
  cancelInvoice(network, node, invoice.paymentHash);
}
