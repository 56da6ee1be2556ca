import type { DeliveryResult } from './delivery-result.ts';
import type { HealthSign } from './endpoint-health.ts';
import type { NextStep } from './retry-schedule.ts';

/** The kind of job that ends the waiting deliveries to an endpoint, whose id is its key. */
export const END_DELIVERIES_JOB = 'end-deliveries';

/** Port: deliveries that wait. All times are those of the database's clock. */
export interface DeliveryStore {
  /**
   * Lists active endpoints with due deliveries by id, from behind `after`. It costs almost nothing
   * when none are due. Deliveries of disabled users wait.
   */
  listDueEndpoints(after: string, limit: number): Promise<readonly DueEndpoint[]>;
  /**
   * Claims due deliveries of each endpoint, up to its share, longest due first, and begins an
   * attempt at each. Until the claim expires, no one else gets them.
   */
  claim(shares: readonly ClaimShare[], leaseMs: number): Promise<readonly ClaimedDelivery[]>;
  /**
   * Writes the results of attempts: the log, the delivery's state, the endpoint's health. A
   * delivery that was taken over meanwhile (its claim expired, a new attempt was requested, the
   * endpoint is gone) stays as it is; failures at an earlier address do not count against the
   * endpoint. Repeats are safe.
   */
  record(attempts: readonly FinishedAttempt[]): Promise<void>;
  /** Gives back unfinished claims, so that others may take them immediately. */
  release(claims: readonly DeliveryClaim[]): Promise<void>;
  /**
   * Ends up to `limit` deliveries that still wait for an endpoint which is not active any more;
   * returns whether there may be more.
   */
  endLeft(endpointId: string, limit: number): Promise<boolean>;
  readBacklog(): Promise<DeliveryBacklog>;
  /** Lists addresses to which anything was ever delivered, the most recent first. */
  listAnsweredUrls(limit: number): Promise<readonly string[]>;
  /** Removes up to `limit` attempts from the log; returns how many. */
  pruneAttempts(startedBefore: Date, limit: number): Promise<number>;
}

export interface DueEndpoint {
  readonly endpointId: string;
  readonly userId: string;
  readonly url: string;
  /** Scheme, host and port of the endpoint's URL. */
  readonly origin: string;
  readonly consecutiveFailures: number;
}

export interface ClaimShare {
  readonly endpointId: string;
  readonly count: number;
}

/** An attempt at a delivery that has begun, with a unique number. */
export interface DeliveryClaim {
  readonly endpointId: string;
  readonly deliveryId: bigint;
  readonly number: number;
}

export interface ClaimedDelivery extends DeliveryClaim, DueEndpoint {
  /** The number of attempts made before the schedule last started again. */
  readonly attemptsBefore: number;
  /** The UUID of the settled record, or of the event itself. */
  readonly messageId: string;
  readonly eventType: string;
  /** The body of the message, exactly as it is sent. */
  readonly body: string;
  /** The encrypted secrets that sign: the current one, and older ones that still do. */
  readonly sealedSecrets: readonly Uint8Array[];
}

export interface FinishedAttempt extends DeliveryClaim {
  readonly attemptsBefore: number;
  /** The URL to which the attempt was sent. */
  readonly url: string;
  readonly startedAt: Date;
  readonly result: DeliveryResult;
  readonly next: NextStep;
  readonly sign: HealthSign['kind'];
  /**
   * Why the receiver wants nothing more: its address does not exist any more (`gone`), or its
   * answer asks for the end (`refused`); null otherwise.
   */
  readonly disables: 'gone' | 'refused' | null;
}

export interface DeliveryBacklog {
  readonly pending: number;
  /**
   * For how many seconds the oldest delivery that can be sent has been due, not counting disabled
   * users; null when there is none.
   */
  readonly oldestDueSec: number | null;
  readonly disabledEndpoints: number;
}

/** Port: removes what is too old. Deliveries of records stay as long as their endpoint. */
export interface WebhookPruneStore {
  /** Removes up to `limit` test events with their attempts; returns how many. */
  pruneTests(endedBefore: Date, limit: number): Promise<number>;
  /**
   * Removes up to `limit` deliveries of one deleted endpoint, and with the last of them the
   * endpoint. Returns whether there was one, so that it is repeated until there is none.
   */
  pruneDeletedEndpoint(deletedBefore: Date, limit: number): Promise<boolean>;
  /** Disables up to `limit` endpoints whose token has expired; returns how many. */
  endExpired(at: Date, limit: number): Promise<number>;
}
