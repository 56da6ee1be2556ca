/** Time as a port, driven by tests and the simulation. Nothing else reads the wall clock. */
export interface Clock {
  now(): Date;
  /** A time that never jumps back; its zero point has no meaning. */
  monotonicMs(): number;
  /**
   * Resolves after `ms`, or immediately when the signal aborts; it never rejects. Less than nothing
   * is nothing, so that a wait may be computed as what is left until a time.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
