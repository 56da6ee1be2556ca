/** Port: time, which tests and the simulation control. Nothing else reads the wall clock. */
export interface Clock {
  now(): Date;
  /** A time that never jumps back; its zero point has no meaning. */
  monotonicMs(): number;
  /**
   * Resolves after `ms`, or immediately when the signal aborts; it never rejects. A negative `ms`
   * counts as 0, so that the time left until a moment can be passed as it is.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
