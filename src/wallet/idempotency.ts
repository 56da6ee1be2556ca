/** A caller's promise that calls with this key are one call. Keys belong to user and grant. */
export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of method, path and canonical body: another request under the same key is refused. */
  readonly requestHash: Uint8Array;
}

/** Port: keys live 24 h after the end of what they made (an invoice: after its creation). */
export interface IdempotencyStore {
  /** Removes keys whose target ended before that; answers how many, at most `limit`. */
  sweepKeys(endedBefore: Date, limit: number): Promise<number>;
}

/** What the first call with a key made; answers are rendered from its present state. */
export interface IdempotencyTarget {
  readonly kind: 'invoice' | 'payment' | 'batch';
  readonly id: string;
}
