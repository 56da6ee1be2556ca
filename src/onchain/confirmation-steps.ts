import type { Sat } from '../base/amount.ts';
import type { ConfirmationStep } from '../base/confirmation-step.ts';

/** How many blocks have to stand on a deposit of this amount, its own included. */
export function confirmationsFor(steps: readonly ConfirmationStep[], amountSat: Sat): number {
  const step = steps.findLast(({ fromSat }) => fromSat <= amountSat);
  return step?.confirmations ?? 1;
}
