/** Port: the push services of the makers of browsers, to which messages are sent over HTTP. */
export interface PushClient {
  /** Sends a message once. Never rejects. */
  post(request: PushRequest, signal: AbortSignal): Promise<PushReply>;
}

export interface PushRequest {
  readonly endpoint: string;
  /** The encrypted message. */
  readonly body: Uint8Array;
  /** Who sends (RFC 8292). */
  readonly authorization: string;
  /** How long the push service keeps the message while the browser is away, in seconds. */
  readonly ttlSec: number;
  readonly urgency: Urgency;
  /** A newer message with the same topic replaces one that was not delivered; null for none. */
  readonly topic: string | null;
}

/** Whether a phone that sleeps is woken for the message at once (RFC 8030, 5.3). */
export type Urgency = 'normal' | 'high';

export type PushReply =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** What the push service says about a refusal. */
      readonly text: string;
      /** The header `Retry-After`, which is a number of seconds or a date; null for none. */
      readonly retryAfter: string | null;
    }
  | { readonly kind: 'unanswered'; readonly detail: string };
