import type { DeliveryResult } from './delivery-result.ts';

/** Makes one attempt: one POST over a connection that must not reach our own network. */
export interface WebhookSender {
  /**
   * Never rejects: every problem is a result. An attempt that the signal cuts off ends immediately
   * as a `timeout`; the caller that aborted knows why. The sender limits the time of the whole
   * attempt.
   */
  send(post: WebhookPost): Promise<DeliveryResult>;
}

export interface WebhookPost {
  readonly url: string;
  /** All headers, including signatures and content type, in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}
