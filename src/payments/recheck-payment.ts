import {
  type AuditedActionDeps,
  newAction,
  type Operator,
  runAudited,
} from '../alarms/audited-action.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from '../ledger/payment.ts';
import { type ResolvePaymentDeps, resolvePayment } from './resolve-payment.ts';

export type RecheckPaymentDeps = ResolvePaymentDeps & AuditedActionDeps;

/** Asks the node for the end of a payment, when an operator orders it. No payment is sent. */
export async function recheckPayment(
  deps: RecheckPaymentDeps,
  by: Operator,
  paymentId: string,
  signal: AbortSignal,
): Promise<Result<Payment, 'no_such_payment'>> {
  const payment = await deps.payments.findPayment(paymentId);
  if (payment === null) return refuse('no_such_payment');
  const action = newAction(deps, by, { kind: 'payment_resolve', subject: payment.id });
  const work = async (): Promise<Payment> => {
    await resolvePayment(deps, payment, signal);
    return (await deps.payments.findPayment(payment.id)) ?? payment;
  };
  const now = await runAudited(deps, action, work, ({ state }) => ({
    result: 'done',
    outcome: { state },
  }));
  return accept(now);
}
