import { accept, refuse } from '../../base/result.ts';
import type { Invoice } from '../network-state.ts';
import type { StreamEndpoint } from './endpoint.ts';
import { presentInvoice } from './present-invoice.ts';

/**
 * LND's cursors: an index of 0 replays nothing, N replays what came after N; so what has index 1
 * can never be replayed. The backlog shows invoices as they are now: added ones that have settled
 * since come as settled, cancelled ones not at all.
 */
export const subscribeInvoicesEndpoint: StreamEndpoint = {
  kind: 'stream',
  method: 'GET',
  path: '/v1/invoices/subscribe',
  open({ network, node, fields }, stream) {
    let addIndex = Number(fields.uint64('add_index'));
    let settleIndex = Number(fields.uint64('settle_index'));
    if (fields.refusal !== null) return refuse(fields.refusal);
    const { added, settled } = node.invoices;
    const backlog: Invoice[] = [];
    if (addIndex > 0) backlog.push(...added.slice(addIndex));
    if (settleIndex > 0) backlog.push(...settled.slice(settleIndex));
    for (const invoice of backlog) {
      if (invoice.state === 'OPEN' || invoice.state === 'SETTLED') {
        stream.send(presentInvoice(invoice));
      }
    }
    // An index ahead of ours holds live events back until we have passed it, as in LND.
    const unsubscribe = network.watchers.onInvoice(node.name, (invoice) => {
      if (invoice.state === 'SETTLED') {
        if (invoice.settleIndex <= settleIndex) return;
        settleIndex = invoice.settleIndex;
      } else {
        if (invoice.addIndex <= addIndex) return;
        addIndex = invoice.addIndex;
      }
      stream.send(presentInvoice(invoice));
    });
    stream.onClose(unsubscribe);
    return accept(undefined);
  },
};
