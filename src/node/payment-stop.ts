/** Whether payments may leave over the node now. Payments within this service never ask. */
export interface PaymentStop {
  /** Why no payment may leave, for the log; null when payments may leave. */
  stopReason(): string | null;
  /**
   * Since when the database is being compared with the node, if that is why payments are stopped;
   * else null.
   */
  comparingSince?(): Date | null;
}
