import type { DeliveryResult } from './delivery-result.ts';

/** Makes one attempt: one POST over a connection that must not reach our own network. */
export interface WebhookSender {
  /**
   * Sends a message and never rejects: every problem is a result. An attempt that the signal cuts
   * off ends at once as a `timeout`; the caller that aborted knows why. The sender limits the time
   * of the whole attempt.
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
