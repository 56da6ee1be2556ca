/**
 * Port: time. Tests and the simulation replace it to control time, so no other code may read the
 * system's clock.
 */
export interface Clock {
  now(): Date;
  /**
   * Milliseconds of a clock that is never set back. Its zero point has no meaning, so only
   * differences count.
   */
  monotonicMs(): number;
  /**
   * Resolves after `ms`, or immediately when the signal aborts; it never rejects. A negative `ms`
   * counts as 0, so that the time left until a moment can be passed as it is.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
