/** A caller's promise that calls with this key are one call. Keys belong to user and grant. */
export interface IdempotencyClaim {
  readonly key: string;
  /** SHA-256 of method, path and canonical body: another request under the same key is refused. */
  readonly requestHash: Uint8Array;
}

/** Port: keys live for a time after the end of what they made (an invoice: after its creation). */
export interface IdempotencyStore {
  /** Removes up to `limit` keys; answers how many. */
  sweepKeys(sweep: KeySweep, limit: number): Promise<number>;
}

export interface KeySweep {
  /** Only keys of calls since then; null: however old they are. */
  readonly calledSince: Date | null;
  /** Only keys of what ended before that. */
  readonly endedBefore: Date;
  /** Whether keys of keysends go too: nothing but the key tells a repeat of one. */
  readonly withKeysends: boolean;
}

/** What the first call with a key made; answers are rendered from its present state. */
export interface IdempotencyTarget {
  readonly kind: 'invoice' | 'payment' | 'batch';
  readonly id: string;
}
