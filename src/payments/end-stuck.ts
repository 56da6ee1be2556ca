import {
  type AuditedActionDeps,
  newAction,
  type Operator,
  runAudited,
} from '../alarms/audited-action.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from '../ledger/payment.ts';
import { STUCK } from '../ledger/payment-failure.ts';
import { type CheckStuckDeps, checkStuck } from './check-stuck.ts';
import { type EndPaymentDeps, endPayment } from './end-payment.ts';
import type { PaymentStore } from './payment-store.ts';

export type EndStuckDeps = CheckStuckDeps & EndPaymentDeps;

/**
 * Ends a payment that hangs in the node forever, and returns its held money to the payer. The
 * payment is checked first; if the proof is incomplete, the refusal says what is missing. The alarm
 * is raised before the end is written, so that even after a crash no such end is without an alarm.
 */
export async function endStuck(
  deps: EndStuckDeps,
  payment: Payment,
  signal: AbortSignal,
): Promise<Result<null, string>> {
  const finding = await checkStuck(deps, payment);
  if (finding.kind === 'not_stuck') return refuse(finding.why);
  if (finding.lacks !== null) return refuse(finding.lacks);
  await raiseAlarm(deps, {
    kind: 'stranded_payment_ended',
    subject: payment.id,
    detail: `${payment.heldSat} sat go back to their payer; LND holds the payment for under way`,
  });
  const end = { kind: 'failed', failure: STUCK, onlyFrom: 'dispatched' } as const;
  const hasEnded = await endPayment(deps, payment, end, signal);
  return hasEnded ? accept(null) : refuse('the payment could not be ended now');
}

export interface EndForOperatorDeps extends EndStuckDeps, AuditedActionDeps {
  readonly payments: Pick<PaymentStore, 'findPayment'>;
}

/** Why a stuck payment is not ended, in English for the operator. */
export type EndRefusal =
  | { readonly kind: 'no_such_payment' }
  | { readonly kind: 'not_proven'; readonly why: string };

/**
 * Returns the held money of a stuck payment when an operator orders it and the proof is complete.
 */
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

/** Ends a stuck payment. If the node has reported another end in the meantime, that one counts. */
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
