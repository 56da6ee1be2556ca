/**
 * Port: counts attempts to guess secrets, over all processes. Each key, which is a hash of what is
 * counted, has a leaky bucket: attempts fill it, and it empties with time.
 */
export interface AttemptStore {
  /**
   * Counts one attempt under all of these keys. If one of the buckets is full, the attempt counts
   * under none, and the answer is how many milliseconds to wait; otherwise it is null.
   */
  takeAttempts(attempts: readonly CountedAttempt[], at: Date): Promise<number | null>;
  /** Forgets the failures that were counted under these keys, after a success. */
  forgetAttempts(keys: readonly Uint8Array[]): Promise<void>;
  pruneAttempts(before: Date, limit: number): Promise<number>;
}

export interface CountedAttempt {
  readonly key: Uint8Array;
  readonly rate: AttemptRate;
}

export interface AttemptRate {
  /** The number of attempts that may be made at once, before anyone has to wait. */
  readonly burst: number;
  /** The number of milliseconds after which one more attempt is allowed. */
  readonly everyMs: number;
}
