import type { DeliveryResult } from './delivery-result.ts';

/**
 * Port: makes one attempt to deliver a message: one POST over a connection that cannot reach the
 * operator's own network.
 */
export interface WebhookSender {
  /**
   * Sends a message. Every problem is a result, so the promise never rejects. The whole attempt has
   * a time limit. An attempt that the signal cuts off ends at once as a `timeout`.
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
