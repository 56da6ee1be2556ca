import type { Attempt, Delivery, DeliveryState, EventType } from './delivery.ts';
import type { EndpointOwner } from './endpoint-store.ts';

/** Port: what became of deliveries, and sending them again. Messages go by their id on the wire. */
export interface DeliveryLogStore {
  /** The newest first; null when there is no such endpoint. */
  list(owner: EndpointOwner, query: DeliveryQuery): Promise<readonly Delivery[] | null>;
  find(owner: EndpointOwner, delivery: DeliveryKey): Promise<DeliveryDetail | null>;
  /** At once, with the whole schedule before it. */
  replay(owner: EndpointOwner, delivery: DeliveryKey): Promise<ReplayOutcome>;
  /**
   * Replays what was not delivered, the oldest first and at most `limit`; answers how many. What
   * had MAX_DELIVERY_ATTEMPTS is left alone.
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
  /** In hexadecimal. */
  readonly paymentHash: string | null;
  /** Message id: only what came to be before it. */
  readonly before: string | null;
  readonly limit: number;
}

/** `too_often`: it has had MAX_DELIVERY_ATTEMPTS. */
export type ReplayOutcome = 'replayed' | 'absent' | 'disabled' | 'too_often';

export interface DeliveryDetail {
  readonly delivery: Delivery;
  readonly body: string;
  /** The newest first, SHOWN_ATTEMPTS at most. */
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
