/** Whether money may leave over the node at this moment. Internal payments never ask. */
export interface OutsideGate {
  /** Why nothing leaves, for the log; null when the way is free. */
  stopReason(): string | null;
}
