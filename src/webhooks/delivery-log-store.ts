import type { Attempt, Delivery, DeliveryState, EventType } from './delivery.ts';
import type { EndpointOwner } from './endpoint-store.ts';

/**
 * Port: the log of deliveries, from which messages can be sent again. A message is named by the id
 * that its receivers get.
 */
export interface DeliveryLogStore {
  /** Lists deliveries to an endpoint, newest first; null when there is no such endpoint. */
  list(owner: EndpointOwner, query: DeliveryQuery): Promise<readonly Delivery[] | null>;
  find(owner: EndpointOwner, delivery: DeliveryKey): Promise<DeliveryDetail | null>;
  /** Makes a delivery due at once, and restarts its schedule of attempts. */
  replay(owner: EndpointOwner, delivery: DeliveryKey): Promise<ReplayOutcome>;
  /**
   * Replays up to `limit` messages that were not delivered, oldest first; returns how many.
   * Messages with MAX_DELIVERY_ATTEMPTS are left out. `absent`: there is no such endpoint.
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
  /** The payment hash in hex whose messages are listed; null for all. */
  readonly paymentHash: string | null;
  /** The id of a message: only messages created before it are listed; null for all. */
  readonly before: string | null;
  readonly limit: number;
}

/**
 * The result of a request to replay a message. `too_often`: the message already has
 * MAX_DELIVERY_ATTEMPTS.
 */
export type ReplayOutcome = 'replayed' | 'absent' | 'disabled' | 'too_often';

export interface DeliveryDetail {
  readonly delivery: Delivery;
  readonly body: string;
  /** The attempts, newest first, at most SHOWN_ATTEMPTS of them. */
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
