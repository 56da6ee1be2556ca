/**
 * Port: counts attempts at secrets, over all processes. Each key, which is a hash, has a leaky
 * bucket that fills with attempts and empties with time.
 */
export interface AttemptStore {
  /**
   * Counts one attempt under all of these keys, or under none if one of them is full: then it
   * returns how many milliseconds to wait, else null.
   */
  takeAttempts(attempts: readonly CountedAttempt[], at: Date): Promise<number | null>;
  /** Forgets failures after a success, so that they no longer count against the user. */
  forgetAttempts(keys: readonly Uint8Array[]): Promise<void>;
  pruneAttempts(before: Date, limit: number): Promise<number>;
}

export interface CountedAttempt {
  readonly key: Uint8Array;
  readonly rate: AttemptRate;
}

export interface AttemptRate {
  /** The number of attempts that are allowed at once. */
  readonly burst: number;
  /** Milliseconds after which one more attempt is allowed. */
  readonly everyMs: number;
}
