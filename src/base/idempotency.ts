/**
 * A caller's claim that all calls with this idempotency key are one and the same. A key belongs to
 * a user and to the grant of the app that calls.
 */
export interface IdempotencyClaim {
  readonly key: string;
  /**
   * The SHA-256 of the request's method, path and canonical body: a different request under the
   * same key is refused.
   */
  readonly requestHash: Uint8Array;
}

/**
 * Port: idempotency keys. A key is kept for a time after the payment that it made has ended, or
 * after the invoice that it made was created.
 */
export interface IdempotencyStore {
  /** Removes up to `limit` keys; returns how many. */
  pruneKeys(prune: KeyPrune, limit: number): Promise<number>;
}

export interface KeyPrune {
  /**
   * Only keys of calls since this time are removed, so that a run of the clean-up need not read
   * older ones; null for keys of any age.
   */
  readonly calledSince: Date | null;
  /** Only keys are removed whose payment ended, or whose invoice was created, before this time. */
  readonly endedBefore: Date;
  /**
   * Whether to remove keys of keysends and withdrawals too. These are kept longest, as only the key
   * shows that a call is a repetition: no payment hash does.
   */
  readonly withKeysends: boolean;
}

/**
 * What the first call with a key made. A repeated call is answered from the present state of that
 * payment or invoice.
 */
export interface IdempotencyTarget {
  readonly kind: 'invoice' | 'payment' | 'batch' | 'withdrawal';
  readonly id: string;
}

/** An idempotency key as it is stored. */
export interface StoredIdempotency {
  readonly requestHash: Uint8Array;
  readonly target: IdempotencyTarget;
}
