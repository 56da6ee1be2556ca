import { accept, refuse } from '../../base/result.ts';
import type { Payment } from '../network-state.ts';
import { isTerminal } from '../payment-book.ts';
import type { StreamEndpoint } from './endpoint.ts';
import { presentLndPayment } from './present-payment.ts';

/** Sends all open payments, then every change of any payment. The stream never ends by itself. */
export const trackPaymentsEndpoint: StreamEndpoint = {
  name: 'TrackPayments',
  kind: 'stream',
  method: 'GET',
  path: '/v2/router/payments',
  open({ network, node, fields }, stream) {
    const withInflight = !fields.bool('no_inflight_updates');
    if (fields.refusal !== null) return refuse(fields.refusal);
    const tell = (payment: Payment): void => {
      if (withInflight || isTerminal(payment)) stream.send(presentLndPayment(payment));
    };
    stream.onClose(network.watchers.onAnyPayment(node.name, tell));
    for (const payment of node.payments.byIndex) if (!isTerminal(payment)) tell(payment);
    return accept(undefined);
  },
};
