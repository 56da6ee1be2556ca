import type { Sat } from '../base/amount.ts';

/** The operator's settings for paying. */
export interface PaymentConfig {
  readonly feeReservePpm: bigint;
  readonly feeReserveMinSat: Sat;
  readonly amountMaxSat: Sat;
  /** Maximum number of open outgoing payments per user. */
  readonly openPaymentsMax: number;
  /** How long a caller waits for a payment to end. */
  readonly waitSec: number;
}
