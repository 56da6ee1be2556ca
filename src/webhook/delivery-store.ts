import type { DeliveryResult } from './delivery-result.ts';
import type { HealthSign } from './endpoint-health.ts';
import type { NextStep } from './retry-schedule.ts';

/** Kind of the job that ends what is left of an endpoint, whose id is its key. */
export const END_DELIVERIES_JOB = 'end-deliveries';

/** Port: what waits to be delivered. All its times are those of the database. */
export interface DeliveryStore {
  /**
   * Active endpoints for which something is due, in the order of their ids from the one after
   * `after` on. Nearly free when nothing is. Those of users who are switched off wait.
   */
  listDueEndpoints(after: string, limit: number): Promise<readonly DueEndpoint[]>;
  /**
   * Takes so many of what is due for each endpoint, the longest due first, and begins an attempt of
   * each. Nobody else gets them until the lease is over.
   */
  claim(shares: readonly ClaimShare[], leaseMs: number): Promise<readonly ClaimedDelivery[]>;
  /**
   * Writes what came of attempts: the log, what becomes of the delivery, the endpoint's health. A
   * delivery that others took up meanwhile (its lease was over, somebody asked for a new attempt,
   * the endpoint is gone) stays as it is; an endpoint is not judged by failures at another address
   * than it has now. May be repeated freely.
   */
  record(attempts: readonly FinishedAttempt[]): Promise<void>;
  /** Gives back what was claimed and not finished: others may take it up at once. */
  release(claims: readonly DeliveryClaim[]): Promise<void>;
  /**
   * Ends so many at most of what still waits for an endpoint that is not active any more; answers
   * whether there may be more.
   */
  endLeft(endpointId: string, limit: number): Promise<boolean>;
  readBacklog(): Promise<DeliveryBacklog>;
  /** Addresses to which something was delivered at some time, those of late first. */
  listAnsweredUrls(limit: number): Promise<readonly string[]>;
  /** Removes so many attempts from the log at most; answers how many it removed. */
  sweepAttempts(startedBefore: Date, limit: number): Promise<number>;
}

export interface DueEndpoint {
  readonly endpointId: string;
  readonly userId: string;
  readonly url: string;
  /** Scheme, host and port of the URL. */
  readonly origin: string;
  readonly consecutiveFailures: number;
}

export interface ClaimShare {
  readonly endpointId: string;
  readonly count: number;
}

/** One attempt that was begun: nobody else has this number. */
export interface DeliveryClaim {
  readonly endpointId: string;
  readonly deliveryId: bigint;
  readonly number: number;
}

export interface ClaimedDelivery extends DeliveryClaim, DueEndpoint {
  /** Attempts that were made before the schedule last began anew. */
  readonly attemptsBefore: number;
  /** UUID of the settled record, or of the test event. */
  readonly messageId: string;
  readonly eventType: string;
  /** Exactly as it is sent. */
  readonly body: string;
  /** The current secret and those that still sign beside it, encrypted. */
  readonly sealedSecrets: readonly Uint8Array[];
}

export interface FinishedAttempt extends DeliveryClaim {
  readonly attemptsBefore: number;
  /** Where it was sent. */
  readonly url: string;
  readonly startedAt: Date;
  readonly result: DeliveryResult;
  readonly next: NextStep;
  readonly sign: HealthSign['kind'];
  /** The receiver wants nothing any more: the endpoint does not exist, or its answer says so. */
  readonly disables: 'gone' | 'refused' | null;
}

export interface DeliveryBacklog {
  readonly pending: number;
  /** Of what could be sent now; null when nothing could. What waits for its user does not count. */
  readonly oldestDueSec: number | null;
  readonly disabledEndpoints: number;
}

/** Port: what ends after its time. What tells of records stays as long as its endpoint. */
export interface WebhookSweepStore {
  /** Removes so many test events at most, with their attempts; answers how many it removed. */
  sweepTests(endedBefore: Date, limit: number): Promise<number>;
  /**
   * Removes so many deliveries at most of one endpoint that was deleted, and with the last of them
   * the endpoint. Answers whether there was one: repeat it until there is none.
   */
  sweepDeletedEndpoint(deletedBefore: Date, limit: number): Promise<boolean>;
  /** Disables up to `limit` endpoints whose token has expired; answers how many. */
  endExpired(at: Date, limit: number): Promise<number>;
}
