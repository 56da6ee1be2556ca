/** Port: receipts of paid zaps on their way to relays. Settlements write them. */
export interface ZapDeliveryStore {
  /** Begins attempts of deliveries that are due, within the bounds. */
  claim(bounds: ZapClaimBounds): Promise<readonly ClaimedZap[]>;
  record(ended: EndedZapAttempt): Promise<void>;
  /** Removes up to `limit` that ended before, and answers how many. */
  prune(endedBefore: Date, limit: number): Promise<number>;
  /** Counts the receipts of the last weeks, as long as they are kept. */
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
  /** The number of the relay in the request, from 1. */
  readonly place: number;
  readonly relay: string;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
  readonly bolt11: string;
  readonly preimage: string;
  readonly settledAt: Date;
  /** The metadata of the invoice, which holds the request. */
  readonly metadataJson: string;
}

export interface EndedZapAttempt {
  readonly claim: Pick<ClaimedZap, 'invoiceId' | 'place' | 'attempt'>;
  readonly isAccepted: boolean;
  /** Pause before the next attempt; null when there is none. */
  readonly retryAfterMs: number | null;
  /** The reason of its failure, in short. */
  readonly error: string | null;
}

export interface ZapCounts {
  readonly waiting: number;
  readonly accepted: number;
  readonly givenUp: number;
}
