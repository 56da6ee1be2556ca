import type { DeliveryResult } from './delivery-result.ts';

/** Makes one attempt: one POST over a connection that may not lead into our own network. */
export interface WebhookSender {
  /**
   * Never rejects: whatever goes wrong is a result. An attempt that the signal cuts off ends at
   * once as a `timeout`; whoever aborted the signal knows better. The time of the whole attempt is
   * the sender's to bound.
   */
  send(post: WebhookPost): Promise<DeliveryResult>;
}

export interface WebhookPost {
  readonly url: string;
  /** All of them, signatures and content type included, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}
