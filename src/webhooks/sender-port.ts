import type { DeliveryResult } from './delivery-result.ts';

/**
 * Port: makes one attempt, which is one POST over a connection that cannot reach our own network.
 */
export interface WebhookSender {
  /**
   * Sends a message. It never rejects, as every problem is a result, and it limits the time of the
   * whole attempt. An attempt that the signal cuts off ends at once as a `timeout`.
   */
  send(post: WebhookPost): Promise<DeliveryResult>;
}

export interface WebhookPost {
  readonly url: string;
  /** All headers of the request in lower case, with signatures and content type. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}
