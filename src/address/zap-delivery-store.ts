/**
 * Port: receipts of paid zaps that are to be sent to relays. The settlement of a zap writes one row
 * for each relay.
 */
export interface ZapDeliveryStore {
  /**
   * Takes receipts that are due, as many as the bounds allow, so that no other process sends them
   * meanwhile.
   */
  claim(bounds: ZapClaimBounds): Promise<readonly ClaimedZap[]>;
  record(ended: EndedZapAttempt): Promise<void>;
  /**
   * Removes up to `limit` receipts whose sending ended before the given time. Returns how many were
   * removed.
   */
  prune(endedBefore: Date, limit: number): Promise<number>;
  /** Counts zap receipts by the state of their sending. They are kept for some weeks. */
  count(): Promise<ZapCounts>;
}

export interface ZapClaimBounds {
  readonly deliveriesMax: number;
  /** The most zap receipts of one payee that all processes together send at the same time. */
  readonly perUser: number;
  readonly attemptsMax: number;
  /** The time after which another process may send a receipt that a process has taken. */
  readonly leaseMs: number;
}

export interface ClaimedZap {
  readonly invoiceId: string;
  readonly userId: string;
  /** The position of the relay in the zap request's list of relays, counted from 1. */
  readonly place: number;
  readonly relay: string;
  /** The number of this attempt to send the zap receipt, counted from 1. */
  readonly attempt: number;
  readonly bolt11: string;
  readonly preimage: string;
  readonly settledAt: Date;
  /** The LNURL metadata of the invoice as JSON, which contains the zap request. */
  readonly metadataJson: string;
}

export interface EndedZapAttempt {
  readonly claim: Pick<ClaimedZap, 'invoiceId' | 'place' | 'attempt'>;
  readonly isAccepted: boolean;
  /** The pause before the next attempt to send the zap receipt; null if there will be none. */
  readonly retryAfterMs: number | null;
  /** Why the attempt to send the zap receipt failed, in a few words; null if it succeeded. */
  readonly error: string | null;
}

export interface ZapCounts {
  readonly waiting: number;
  readonly accepted: number;
  readonly givenUp: number;
}
