/** A caller's promise that calls with this key are one call. Keys belong to user and grant. */
export interface IdempotencyClaim {
  readonly key: string;
  /**
   * The SHA-256 of method, path and canonical body: a different request under the same key is
   * refused.
   */
  readonly requestHash: Uint8Array;
}

/** Port: keys are kept for a time after the end of what they made (an invoice: its creation). */
export interface IdempotencyStore {
  /** Removes up to `limit` keys; returns how many. */
  pruneKeys(prune: KeyPrune, limit: number): Promise<number>;
}

export interface KeyPrune {
  /** Only keys of calls since then are removed; null for keys of any age. */
  readonly calledSince: Date | null;
  /** Only keys whose target ended before then are removed. */
  readonly endedBefore: Date;
  /** Whether to remove keys of keysends too: only the key identifies a repeated keysend. */
  readonly withKeysends: boolean;
}

/** The thing that the first call with a key made; repeats are answered from its present state. */
export interface IdempotencyTarget {
  readonly kind: 'invoice' | 'payment' | 'batch' | 'withdrawal';
  readonly id: string;
}

/** An idempotency key as it is stored. */
export interface StoredIdempotency {
  readonly requestHash: Uint8Array;
  readonly target: IdempotencyTarget;
}
