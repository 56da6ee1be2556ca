/**
 * Port: receipts of paid zaps on their way to relays. Settlements write them, one for each relay.
 */
export interface ZapDeliveryStore {
  /** Begins attempts at due deliveries, no more than the bounds allow. */
  claim(bounds: ZapClaimBounds): Promise<readonly ClaimedZap[]>;
  record(ended: EndedZapAttempt): Promise<void>;
  /** Removes up to `limit` deliveries that ended before the given time, and answers how many. */
  prune(endedBefore: Date, limit: number): Promise<number>;
  /** Counts receipts by their state, as long as they are kept, which is some weeks. */
  count(): Promise<ZapCounts>;
}

export interface ZapClaimBounds {
  readonly deliveriesMax: number;
  /** The most running deliveries of one payee, in all processes. */
  readonly perUser: number;
  readonly attemptsMax: number;
  /** The time after which another process may take over a claimed delivery. */
  readonly leaseMs: number;
}

export interface ClaimedZap {
  readonly invoiceId: string;
  readonly userId: string;
  /** The place of the relay in the zap request, counted from 1. */
  readonly place: number;
  readonly relay: string;
  /** The number of this attempt, counted from 1. */
  readonly attempt: number;
  readonly bolt11: string;
  readonly preimage: string;
  readonly settledAt: Date;
  /** The metadata of the invoice, which contains the zap request. */
  readonly metadataJson: string;
}

export interface EndedZapAttempt {
  readonly claim: Pick<ClaimedZap, 'invoiceId' | 'place' | 'attempt'>;
  readonly isAccepted: boolean;
  /** The pause before the next attempt; null when there is none. */
  readonly retryAfterMs: number | null;
  /** Why the attempt failed, in short; null when it did not. */
  readonly error: string | null;
}

export interface ZapCounts {
  readonly waiting: number;
  readonly accepted: number;
  readonly givenUp: number;
}
