import { accept, refuse } from '../../base/result.ts';
import type { Settlement } from '../network-state.ts';
import type { InvoiceEvent } from '../watchers.ts';
import type { StreamEndpoint } from './endpoint.ts';
import { faultyInvoiceStream } from './faulty-invoice-stream.ts';
import { presentInvoice } from './present-invoice.ts';

/**
 * LND's cursors: index 0 replays nothing, N replays what came after N; so index 1 can never be
 * replayed. The backlog shows invoices as they are now: added ones that have settled since show as
 * settled, cancelled ones not at all.
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
    // With an index ahead of ours, live events wait until we have passed it; AMP sets always come.
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
