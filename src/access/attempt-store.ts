/**
 * Port: how often something was tried that must not be guessed, over all processes. What is counted
 * goes by a hash; a leaky bucket fills with each attempt and empties with time.
 */
export interface AttemptStore {
  /** Counts one attempt; answers how many milliseconds are to wait when there were too many. */
  takeAttempt(key: Uint8Array, rate: AttemptRate, at: Date): Promise<number | null>;
  /** Somebody proved that he may: what went wrong before does not count against him. */
  forgetAttempts(key: Uint8Array): Promise<void>;
  sweepAttempts(before: Date, limit: number): Promise<number>;
}

export interface AttemptRate {
  /** At once. */
  readonly burst: number;
  /** One more each so many milliseconds. */
  readonly everyMs: number;
}
