/**
 * Port: counts attempts at what must not be guessed, over all processes. Keys are hashes; a leaky
 * bucket fills with each attempt and empties with time.
 */
export interface AttemptStore {
  /**
   * Counts one attempt under all of these keys, or under none when one of them is full. Returns the
   * milliseconds to wait then, else null.
   */
  takeAttempts(attempts: readonly CountedAttempt[], at: Date): Promise<number | null>;
  /** After a success: the user's earlier failures no longer count against them. */
  forgetAttempts(keys: readonly Uint8Array[]): Promise<void>;
  pruneAttempts(before: Date, limit: number): Promise<number>;
}

export interface CountedAttempt {
  readonly key: Uint8Array;
  readonly rate: AttemptRate;
}

export interface AttemptRate {
  /** Attempts allowed immediately. */
  readonly burst: number;
  /** Milliseconds after which one more is allowed. */
  readonly everyMs: number;
}
