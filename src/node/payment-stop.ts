/** Whether payments may leave over the node now. Internal payments never ask. */
export interface PaymentStop {
  /** The reason why nothing may leave, for the log; null when payments may leave. */
  stopReason(): string | null;
  /**
   * The time since when the database is compared with the node, where that is a reason; else null.
   */
  comparingSince?(): Date | null;
}
