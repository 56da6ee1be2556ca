import type { IncomingPayment } from '../../lightning/node-port.ts';
import { type CreditReceiptDeps, creditReceipt } from '../credit-receipt.ts';
import type { Watch } from './watch.ts';

/**
 * Books payments in the order of their settle index. Each one moves the cursor, from which the node
 * is asked to continue. The cursor must not pass a payment that is not booked, as the node would
 * not send that one again.
 */
export async function settleInOrder(
  deps: CreditReceiptDeps,
  watch: Watch,
  payments: readonly IncomingPayment[],
  baseline: bigint,
): Promise<void> {
  const news = payments.filter((payment) => payment.settleIndex > baseline);
  for (const payment of news.sort(bySettleIndex)) {
    const outcome = await creditReceipt(deps, payment, watch.fence);
    if (outcome === 'fenced') throw new Error('another process watches what arrives');
    const { paymentHash, settleIndex } = payment;
    deps.log.debug({ paymentHash, settleIndex, outcome }, 'a payment arrived');
  }
}

const bySettleIndex = (a: IncomingPayment, b: IncomingPayment): number =>
  a.settleIndex < b.settleIndex ? -1 : 1;
