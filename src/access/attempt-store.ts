/**
 * Port: counts attempts at what must not be guessed, over all processes. Keys are hashes; a leaky
 * bucket fills with each attempt and empties with time.
 */
export interface AttemptStore {
  /** Counts one attempt. Returns the milliseconds to wait when there were too many, else null. */
  takeAttempt(key: Uint8Array, rate: AttemptRate, at: Date): Promise<number | null>;
  /** After a success: the user's earlier failures no longer count against them. */
  forgetAttempts(key: Uint8Array): Promise<void>;
  sweepAttempts(before: Date, limit: number): Promise<number>;
}

export interface AttemptRate {
  /** Attempts allowed immediately. */
  readonly burst: number;
  /** Milliseconds after which one more is allowed. */
  readonly everyMs: number;
}
