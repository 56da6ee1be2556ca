/**
 * A caller's promise that all calls with this key are one and the same. Keys belong to a user and a
 * grant.
 */
export interface IdempotencyClaim {
  readonly key: string;
  /**
   * The SHA-256 of method, path and canonical body: a different request under the same key is
   * refused.
   */
  readonly requestHash: Uint8Array;
}

/**
 * Port: idempotency keys. They are kept for a time after what they made has ended, or an invoice
 * was created.
 */
export interface IdempotencyStore {
  /** Removes up to `limit` keys; returns how many. */
  pruneKeys(prune: KeyPrune, limit: number): Promise<number>;
}

export interface KeyPrune {
  /** Only keys of calls since this time are removed; null for keys of any age. */
  readonly calledSince: Date | null;
  /** Only keys are removed whose invoice or payment ended before this time. */
  readonly endedBefore: Date;
  /**
   * Whether to remove keys of keysends and withdrawals too: only the key identifies a repetition.
   */
  readonly withKeysends: boolean;
}

/** What the first call with a key made. Repeats are answered from its present state. */
export interface IdempotencyTarget {
  readonly kind: 'invoice' | 'payment' | 'batch' | 'withdrawal';
  readonly id: string;
}

/** An idempotency key as it is stored. */
export interface StoredIdempotency {
  readonly requestHash: Uint8Array;
  readonly target: IdempotencyTarget;
}
