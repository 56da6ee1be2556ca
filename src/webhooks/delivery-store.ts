import type { DeliveryResult } from './delivery-result.ts';
import type { HealthSign } from './endpoint-health.ts';
import type { NextStep } from './retry-schedule.ts';

/** The kind of job that ends the waiting deliveries to an endpoint, whose id is its key. */
export const END_DELIVERIES_JOB = 'end-deliveries';

/** Port: deliveries that are still to be sent. All times are those of the database's clock. */
export interface DeliveryStore {
  /**
   * Lists active endpoints with due deliveries in the order of their ids, beginning after `after`.
   * The query costs almost nothing when none are due. Deliveries of disabled users wait.
   */
  listDueEndpoints(after: string, limit: number): Promise<readonly DueEndpoint[]>;
  /**
   * Claims due deliveries of each endpoint, those due longest first and as many as its share says,
   * and begins an attempt at each. No other process gets them until the claim expires.
   */
  claim(shares: readonly ClaimShare[], leaseMs: number): Promise<readonly ClaimedDelivery[]>;
  /**
   * Writes the results of attempts: the log, the delivery's state, the endpoint's health. A
   * delivery stays as it is if its claim expired, a new attempt was requested or the endpoint was
   * deleted meanwhile. Failures at an earlier URL do not count against the endpoint. Repeats are
   * safe, as a logged attempt is not counted again.
   */
  record(attempts: readonly FinishedAttempt[]): Promise<void>;
  /** Gives back unfinished claims, so that others may take them immediately. */
  release(claims: readonly DeliveryClaim[]): Promise<void>;
  /**
   * Ends up to `limit` deliveries that still wait for an endpoint which was disabled or deleted;
   * returns whether there may be more.
   */
  endLeft(endpointId: string, limit: number): Promise<boolean>;
  readBacklog(): Promise<DeliveryBacklog>;
  /** Lists URLs to which anything was ever delivered, the most recent first. */
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

/**
 * An attempt at a delivery. Its number shows whether the delivery still belongs to the process that
 * began the attempt.
 */
export interface DeliveryClaim {
  readonly endpointId: string;
  readonly deliveryId: bigint;
  readonly number: number;
}

export interface ClaimedDelivery extends DeliveryClaim, DueEndpoint {
  /** The number of attempts made before the schedule of attempts was last restarted. */
  readonly attemptsBefore: number;
  /** The UUID of the settled record or of the test event that the message is about. */
  readonly messageId: string;
  readonly eventType: string;
  /** The body of the message, exactly as it is sent. */
  readonly body: string;
  /**
   * The encrypted secrets with which the message is signed: the current one, and replaced ones that
   * are still valid.
   */
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
   * Why nothing more is sent to the endpoint after this answer: its URL does not exist any more
   * (status 410, `gone`), or the header `webhook-delivery: disable` asks for the end (`refused`);
   * null otherwise.
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

/** Port: removes old webhook data. Deliveries about settlements stay as long as their endpoint. */
export interface WebhookPruneStore {
  /** Removes up to `limit` test events with their attempts; returns how many. */
  pruneTests(endedBefore: Date, limit: number): Promise<number>;
  /**
   * Removes up to `limit` deliveries of one deleted endpoint; with the last of them the endpoint
   * itself is removed. Returns false when there was no deleted endpoint, which ends the caller's
   * loop.
   */
  pruneDeletedEndpoint(deletedBefore: Date, limit: number): Promise<boolean>;
  /** Disables up to `limit` endpoints whose token has expired; returns how many. */
  endExpired(at: Date, limit: number): Promise<number>;
}
