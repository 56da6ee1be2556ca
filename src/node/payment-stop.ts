/**
 * Whether payments may be sent over the node now. Payments between wallets of this service are
 * never stopped.
 */
export interface PaymentStop {
  /** Why no payment may leave, for the log; null when payments may leave. */
  stopReason(): string | null;
  /**
   * When the present comparison of the database with the node became due, if that is why payments
   * are stopped; else null.
   */
  comparingSince?(): Date | null;
}
