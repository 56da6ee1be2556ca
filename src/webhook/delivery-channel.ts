import type { DeliveryResult } from './delivery-result.ts';
import type { ClaimedDelivery } from './delivery-store.ts';

/** Port: the way that a delivery takes, to its endpoint itself or to a provider who knows it. */
export interface DeliveryChannel {
  /** Never rejects for what others do; ends early when the signal aborts. */
  transmit(delivery: ClaimedDelivery, signal: AbortSignal): Promise<Transmission>;
}

export interface Transmission {
  readonly startedAt: Date;
  readonly result: DeliveryResult;
  /**
   * What failed was most likely not the receiver: then it tells nothing of the endpoint, and no
   * delivery is given up for it.
   */
  readonly isOurFault: boolean;
  /** Of a way that has a schedule of its own: the pause before the next attempt. */
  readonly pauseMs?: number;
}
