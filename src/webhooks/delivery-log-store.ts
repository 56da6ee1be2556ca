import type { Attempt, Delivery, DeliveryState, EventType } from './delivery.ts';
import type { EndpointOwner } from './endpoint-store.ts';

/** Port: the outcome of deliveries, and sending them again. Messages are named by their wire id. */
export interface DeliveryLogStore {
  /** Newest first; null when there is no such endpoint. */
  list(owner: EndpointOwner, query: DeliveryQuery): Promise<readonly Delivery[] | null>;
  find(owner: EndpointOwner, delivery: DeliveryKey): Promise<DeliveryDetail | null>;
  /** Due immediately, with a whole new schedule. */
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
  /** In hex. */
  readonly paymentHash: string | null;
  /** Message id: only messages created before it. */
  readonly before: string | null;
  readonly limit: number;
}

/** `too_often`: it already has MAX_DELIVERY_ATTEMPTS. */
export type ReplayOutcome = 'replayed' | 'absent' | 'disabled' | 'too_often';

export interface DeliveryDetail {
  readonly delivery: Delivery;
  readonly body: string;
  /** Newest first, up to SHOWN_ATTEMPTS. */
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
