import type { Sat } from '../base/amount.ts';

/** What the operator decided about paying. */
export interface PaymentConfig {
  readonly feeReservePpm: bigint;
  readonly feeReserveMinSat: Sat;
  readonly amountMaxSat: Sat;
  /** Most open outgoing payments of one user. */
  readonly openPaymentsMax: number;
  /** How long a caller waits for the end of a payment. */
  readonly waitSec: number;
}
