import type { Attempt, Delivery, DeliveryState, EventType } from './delivery.ts';
import type { EndpointOwner } from './endpoint-store.ts';

/** Port: outcomes of deliveries, and sending them again. Messages are named by their wire id. */
export interface DeliveryLogStore {
  /** Lists deliveries, newest first; null when there is no such endpoint. */
  list(owner: EndpointOwner, query: DeliveryQuery): Promise<readonly Delivery[] | null>;
  find(owner: EndpointOwner, delivery: DeliveryKey): Promise<DeliveryDetail | null>;
  /** Makes a delivery due at once, with a whole new schedule of attempts. */
  replay(owner: EndpointOwner, delivery: DeliveryKey): Promise<ReplayOutcome>;
  /**
   * Replays up to `limit` undelivered messages, oldest first; returns how many. Messages with
   * MAX_DELIVERY_ATTEMPTS are left out.
   */
  recover(owner: EndpointOwner, window: RecoveryWindow): Promise<number | 'absent' | 'disabled'>;
  sendTest(owner: EndpointOwner, test: TestEvent): Promise<'sent' | 'absent' | 'disabled'>;
}

export interface DeliveryKey {
  readonly endpointId: string;
  readonly messageId: string;
}

export interface DeliveryQuery {
  readonly endpointId: string;
  readonly state: DeliveryState | null;
  /** The payment hash in hex that a user searched for; null for all. */
  readonly paymentHash: string | null;
  /** A message id: only messages created before it are listed. */
  readonly before: string | null;
  readonly limit: number;
}

/** Results of a replay. `too_often`: the message already has MAX_DELIVERY_ATTEMPTS. */
export type ReplayOutcome = 'replayed' | 'absent' | 'disabled' | 'too_often';

export interface DeliveryDetail {
  readonly delivery: Delivery;
  readonly body: string;
  /** The newest attempts come first, up to SHOWN_ATTEMPTS. */
  readonly attempts: readonly Attempt[];
}

export interface RecoveryWindow {
  readonly endpointId: string;
  readonly since: Date;
  readonly limit: number;
}

export interface TestEvent extends DeliveryKey {
  readonly eventType: EventType;
  readonly body: string;
}
