import type { Network } from '../network.ts';
import type { SimNode } from '../network-state.ts';
import type { InvoiceEvent, Watcher } from '../watchers.ts';

const STALE_EVENTS = 3;

/** Sends the events of an invoice stream, changed by the faults that a test has set. */
export function faultyInvoiceStream(
  network: Network,
  node: SimNode,
  send: Watcher<InvoiceEvent>,
): Watcher<InvoiceEvent> {
  const target = { node: node.name };
  let late: InvoiceEvent | null = null;
  const sendLate = (): void => {
    if (late !== null) send(late);
    late = null;
  };
  if (network.faults.take('stale_replay', target) !== null) {
    for (const event of node.invoices.settled.slice(-STALE_EVENTS).reverse()) send(event);
  }
  return (event) => {
    const isSettlement = event.setId !== null || event.invoice.state === 'SETTLED';
    if (!isSettlement) {
      send(event);
      return;
    }
    if (network.faults.take('lost_events', target) !== null) return;
    if (late === null) {
      const rule = network.faults.take('out_of_order', target);
      if (rule !== null) {
        late = event;
        network.after(rule.ms, sendLate);
        return;
      }
    }
    send(event);
    if (network.faults.take('duplicate_events', target) !== null) send(event);
    sendLate();
  };
}
