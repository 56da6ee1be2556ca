import type { Sat } from '../base/amount.ts';
import type { ConfirmationStep } from '../base/confirmation-step.ts';

/** The number of confirmations that a deposit of this amount needs. */
export function confirmationsFor(steps: readonly ConfirmationStep[], amountSat: Sat): number {
  const step = steps.findLast(({ fromSat }) => fromSat <= amountSat);
  return step?.confirmations ?? 1;
}
