import type { Sat } from '../base/amount.ts';

/** From an amount on, so many blocks have to stand on a deposit, its own included. */
export interface ConfirmationStep {
  readonly fromSat: Sat;
  readonly confirmations: number;
}

/** Steps ascend, and the first one begins at 0. */
export function confirmationsFor(steps: readonly ConfirmationStep[], amountSat: Sat): number {
  const step = steps.findLast(({ fromSat }) => fromSat <= amountSat);
  return step?.confirmations ?? 1;
}
