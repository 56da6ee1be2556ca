/** The result of one attempt to deliver. Only an answer of 200 to 299 is a success. */
export type DeliveryResult = AnsweredResult | FailedResult;

export interface AnsweredResult {
  readonly kind: 'answered';
  readonly status: number;
  /** The header `Retry-After` as it came, up to its first 100 characters; null without one. */
  readonly retryAfter: string | null;
  readonly control: DeliveryControl | null;
  /** The start of the answer's body, cleaned so that it can be stored and shown. */
  readonly excerpt: string;
  readonly durationMs: number;
}

export interface FailedResult {
  readonly kind: 'failed';
  readonly errorClass: DeliveryErrorClass;
  readonly durationMs: number;
}

/**
 * What a receiver may ask for by the header `webhook-delivery` of its answer: that this message is
 * not sent again (`abort-message`), or that nothing more is sent to this endpoint (`disable`).
 */
export type DeliveryControl = 'abort-message' | 'disable';

/**
 * Classes of errors for attempts without an answer. Users see the same text for some of them, as
 * different texts would let them map the operator's network.
 */
export const DELIVERY_ERROR_CLASSES = [
  'timeout',
  'connection',
  'dns',
  'tls',
  'blocked',
  'protocol',
  'too_large',
] as const;
export type DeliveryErrorClass = (typeof DELIVERY_ERROR_CLASSES)[number];

export const isDelivered = (result: DeliveryResult): boolean =>
  result.kind === 'answered' && result.status >= 200 && result.status <= 299;
