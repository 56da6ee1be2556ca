import { accept, refuse } from '../../base/result.ts';
import type { Settlement } from '../network-state.ts';
import type { InvoiceEvent } from '../watchers.ts';
import type { StreamEndpoint } from './endpoint.ts';
import { faultyInvoiceStream } from './faulty-invoice-stream.ts';
import { presentInvoice } from './present-invoice.ts';

/**
 * Subscribes to invoices with LND's cursors: 0 replays nothing, and N replays what came after index
 * N, so that index 1 can never be replayed. Replayed invoices have their present state: those added
 * earlier may be settled by now, and cancelled ones are left out.
 */
export const subscribeInvoicesEndpoint: StreamEndpoint = {
  name: 'SubscribeInvoices',
  kind: 'stream',
  method: 'GET',
  path: '/v1/invoices/subscribe',
  open({ network, node, fields }, stream) {
    let addIndex = Number(fields.uint64('add_index'));
    let settleIndex = Number(fields.uint64('settle_index'));
    if (fields.refusal !== null) return refuse(fields.refusal);
    const tell = faultyInvoiceStream(network, node, ({ invoice, setId }) =>
      stream.send(presentInvoice(invoice, setId)),
    );
    const { added, settled } = node.invoices;
    const backlog: InvoiceEvent[] = [];
    if (addIndex > 0) {
      const later = added.filter((invoice) => invoice.addIndex > addIndex);
      backlog.push(...later.map((invoice) => ({ invoice, setId: null })));
    }
    if (settleIndex > 0) backlog.push(...settled.slice(settleIndex));
    for (const event of backlog) {
      if (event.invoice.state === 'OPEN' || event.invoice.state === 'SETTLED') tell(event);
    }
    // If the caller's index is higher than the newest one, events are held back until the indexes
    // have passed it. Events of AMP sets are always sent.
    const unsubscribe = network.watchers.onInvoice(node.name, (event) => {
      const { invoice, setId } = event;
      if (invoice.state === 'SETTLED') {
        if (invoice.settleIndex <= settleIndex) return;
        settleIndex = invoice.settleIndex;
      } else if (setId === null) {
        if (invoice.addIndex <= addIndex) return;
        addIndex = invoice.addIndex;
      } else {
        settleIndex = settleIndexOf(event);
      }
      tell(event);
    });
    stream.onClose(unsubscribe);
    return accept(undefined);
  },
};

const settleIndexOf = ({ invoice, setId }: Settlement): number =>
  invoice.ampSets.get(setId ?? '')?.settleIndex ?? invoice.settleIndex;
