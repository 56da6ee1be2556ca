import { raiseAlarm } from '../alarms/raise-alarm.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { Payment } from '../ledger/payment.ts';
import { STUCK } from '../ledger/payment-failure.ts';
import { type CheckStuckDeps, checkStuck } from './check-stuck.ts';
import { type EndPaymentDeps, endPayment } from './end-payment.ts';

export type EndStuckDeps = CheckStuckDeps & EndPaymentDeps;

/**
 * Returns to the payer what is held for a payment that hangs in the node forever. It looks itself,
 * and unless the proof is complete, refuses with what is missing. The alarm comes first, so that
 * even after a crash there is no such end without one.
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
