import type { Payment } from '../ledger/payment.ts';
import { STUCK } from '../ledger/payment-failure.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { type EndPaymentDeps, endPayment } from './end-payment.ts';
import { judgeNodePayment } from './payment-verdict.ts';
import type { StuckStore } from './stuck-store.ts';

export interface RecheckEndedPaymentDeps extends EndPaymentDeps {
  readonly stuck: Pick<StuckStore, 'listEndedStuck' | 'closeStuck'>;
  readonly lightning: Pick<LightningNode, 'payment'>;
}

/**
 * Keeps asking about payments that were ended because they hung in the node, so that a later answer
 * is not missed.
 */
export async function recheckEndedPayment(
  deps: RecheckEndedPaymentDeps,
  signal: AbortSignal,
): Promise<void> {
  for (const payment of await deps.stuck.listEndedStuck()) {
    if (signal.aborted) return;
    const isOver = payment.failure?.reason !== STUCK.reason;
    if (isOver || (await hasNodeEnded(deps, payment, signal)))
      await deps.stuck.closeStuck(payment.id);
  }
}

/** A success contradicts the stored end, and raises the alarm for that. */
async function hasNodeEnded(
  deps: RecheckEndedPaymentDeps,
  payment: Payment,
  signal: AbortSignal,
): Promise<boolean> {
  const said = await deps.lightning.payment(payment.paymentHash);
  if (said.kind === 'in_flight') return false;
  // A later payment of the same hash is another payment, ours or someone else's.
  const { acknowledgedIndex } = payment.dispatch;
  if (said.kind === 'succeeded' && (acknowledgedIndex ?? said.paymentIndex) === said.paymentIndex) {
    const verdict = judgeNodePayment(payment, said);
    if (verdict.kind === 'settled') await endPayment(deps, payment, verdict, signal);
  }
  return true;
}
