import { type ActDeps, act, newAction, type Operator } from '../alarms/act.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from '../ledger/payment.ts';
import { type ResolvePaymentDeps, resolvePayment } from './resolve-payment.ts';

export type AskAgainDeps = ResolvePaymentDeps & ActDeps;

/** For an operator: asks the node for the end of a payment. It never sends anything. */
export async function askAgain(
  deps: AskAgainDeps,
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
  const now = await act(deps, action, work, ({ state }) => ({
    result: 'done',
    outcome: { state },
  }));
  return accept(now);
}
