import {
  type AuditedActionDeps,
  newAction,
  type Operator,
  runAudited,
} from '../alarms/audited-action.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from '../ledger/payment.ts';
import { STUCK } from '../ledger/payment-failure.ts';
import { type EndStuckDeps, endStuck } from './end-stuck.ts';
import type { PaymentStore } from './payment-store.ts';

export interface EndForOperatorDeps extends EndStuckDeps, AuditedActionDeps {
  readonly payments: Pick<PaymentStore, 'findPayment'>;
}

/** Why it is not ended is said in English, for the operator. */
export type EndRefusal =
  | { readonly kind: 'no_such_payment' }
  | { readonly kind: 'not_proven'; readonly why: string };

/** For an operator: returns to its payer what is held for a stuck payment, if that is proven. */
export async function endForOperator(
  deps: EndForOperatorDeps,
  by: Operator,
  paymentId: string,
  signal: AbortSignal,
): Promise<Result<Payment, EndRefusal>> {
  const payment = await deps.payments.findPayment(paymentId);
  if (payment === null) return refuse({ kind: 'no_such_payment' });
  const detail = { amountSat: String(payment.heldSat) };
  const action = newAction(deps, by, { kind: 'payment_end', subject: payment.id, detail });
  const ended = await runAudited(
    deps,
    action,
    () => endProven(deps, payment, signal),
    (answer) =>
      answer.ok
        ? { result: 'done', outcome: {} }
        : { result: 'refused', outcome: { why: answer.refusal } },
  );
  return ended.ok ? ended : refuse({ kind: 'not_proven', why: ended.refusal });
}

/**
 * The end that is stored first counts: the node may have told another one while the proof was
 * looked at.
 */
async function endProven(
  deps: EndForOperatorDeps,
  payment: Payment,
  signal: AbortSignal,
): Promise<Result<Payment, string>> {
  const ended = await endStuck(deps, payment, signal);
  if (!ended.ok) return ended;
  const now = await deps.payments.findPayment(payment.id);
  if (now === null) return refuse('the database has lost this payment');
  if (now.failure?.reason === STUCK.reason) return accept(now);
  return refuse(`the payment has ${now.state} meanwhile`);
}
