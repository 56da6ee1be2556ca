/** Time as a port: tests and the simulation drive it, nothing else reads the wall clock. */
export interface Clock {
  now(): Date;
  /** Never jumps back; the zero point means nothing. */
  monotonicMs(): number;
  /** Resolves after `ms`, or at once when the signal aborts; it never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
