import type { Network } from '../network.ts';
import type { Payment, SimNode } from '../network-state.ts';
import { isTerminal } from '../payment-book.ts';
import type { MessageStream } from './endpoint.ts';
import { presentLndPayment } from './present-payment.ts';

export interface Follower {
  readonly stream: MessageStream;
  readonly withInflight: boolean;
}

/**
 * Sends the present state of a payment, then every change. The stream ends when the payment does.
 */
export function followPayment(
  network: Network,
  node: SimNode,
  payment: Payment,
  { stream, withInflight }: Follower,
): void {
  const tell = (): void => {
    const isEnd = isTerminal(payment);
    if (isEnd || withInflight) stream.send(presentLndPayment(payment));
    if (!isEnd) return;
    unsubscribe();
    stream.end();
  };
  const unsubscribe = network.watchers.onPayment(node.name, payment.paymentHash, tell);
  stream.onClose(unsubscribe);
  tell();
}
