import type { DeliveryResult } from './delivery-result.ts';
import type { HealthSign } from './endpoint-health.ts';
import type { NextStep } from './retry-schedule.ts';

/**
 * Kind of the job that ends the waiting deliveries of an endpoint; the endpoint's id is its key.
 */
export const END_DELIVERIES_JOB = 'end-deliveries';

/** Port: deliveries that wait. All its times are the database's. */
export interface DeliveryStore {
  /**
   * Lists active endpoints with due deliveries, ordered by id, starting after `after`. Almost free
   * when none are due. Those of disabled users wait.
   */
  listDueEndpoints(after: string, limit: number): Promise<readonly DueEndpoint[]>;
  /**
   * Claims due deliveries of each endpoint, up to its share, longest due first, and begins an
   * attempt of each. Until the lease expires, no one else gets them.
   */
  claim(shares: readonly ClaimShare[], leaseMs: number): Promise<readonly ClaimedDelivery[]>;
  /**
   * Writes the results of attempts: the log, the delivery's state, the endpoint's health. A
   * delivery taken over meanwhile (its lease expired, a new attempt was requested, the endpoint is
   * gone) stays as it is; failures at an earlier address do not count against the endpoint. May be
   * repeated freely.
   */
  record(attempts: readonly FinishedAttempt[]): Promise<void>;
  /** Returns unfinished claims, so that others may take them immediately. */
  release(claims: readonly DeliveryClaim[]): Promise<void>;
  /**
   * Ends up to `limit` deliveries still waiting for an endpoint that is no longer active; returns
   * whether there may be more.
   */
  endLeft(endpointId: string, limit: number): Promise<boolean>;
  readBacklog(): Promise<DeliveryBacklog>;
  /** Lists addresses to which anything was ever delivered, most recent first. */
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

/** An attempt of a delivery that was begun; its number is unique. */
export interface DeliveryClaim {
  readonly endpointId: string;
  readonly deliveryId: bigint;
  readonly number: number;
}

export interface ClaimedDelivery extends DeliveryClaim, DueEndpoint {
  /** The number of attempts made before the schedule last restarted. */
  readonly attemptsBefore: number;
  /** The UUID of the settled record, or of the event itself. */
  readonly messageId: string;
  readonly eventType: string;
  /** The body of the message, exactly as it is sent. */
  readonly body: string;
  /** The current secret and older ones that still sign, encrypted. */
  readonly sealedSecrets: readonly Uint8Array[];
}

export interface FinishedAttempt extends DeliveryClaim {
  readonly attemptsBefore: number;
  /** The attempt was sent to this URL. */
  readonly url: string;
  readonly startedAt: Date;
  readonly result: DeliveryResult;
  readonly next: NextStep;
  readonly sign: HealthSign['kind'];
  /** The receiver wants nothing more: the endpoint does not exist, or its answer says so. */
  readonly disables: 'gone' | 'refused' | null;
}

export interface DeliveryBacklog {
  readonly pending: number;
  /**
   * Age in seconds of the oldest delivery that can be sent now, leaving out disabled users; null
   * when there is none.
   */
  readonly oldestDueSec: number | null;
  readonly disabledEndpoints: number;
}

/**
 * Port: removes what has outlived its time. Deliveries of records stay as long as their endpoint.
 */
export interface WebhookPruneStore {
  /** Removes up to `limit` test events with their attempts; returns how many. */
  pruneTests(endedBefore: Date, limit: number): Promise<number>;
  /**
   * Removes up to `limit` deliveries of one deleted endpoint, and with the last of them the
   * endpoint. Returns whether there was one: repeat it until there is none.
   */
  pruneDeletedEndpoint(deletedBefore: Date, limit: number): Promise<boolean>;
  /** Disables up to `limit` endpoints whose token has expired; returns how many. */
  endExpired(at: Date, limit: number): Promise<number>;
}
