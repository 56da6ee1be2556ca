import type { RecordRail } from '../ledger/record-rail.ts';

/** A message on its way to one endpoint, as the log shows it. */
export interface Delivery {
  /** The id of the message as the receiver gets it, which is the same in all attempts. */
  readonly messageId: string;
  readonly eventType: EventType;
  readonly isTest: boolean;
  /** The payment hash; null where the message is not about a settled payment, as a test event. */
  readonly paymentHash: string | null;
  readonly state: DeliveryState;
  /** The number of attempts that have begun. */
  readonly attempts: number;
  /** When the next attempt is due; null when there will be none, or one is under way. */
  readonly nextAt: Date | null;
  /** Whether an attempt is running now. */
  readonly isBeingSent: boolean;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly doneAt: Date | null;
}

export const DELIVERY_STATES = [
  'pending',
  'succeeded',
  /** No attempt will follow: all attempts failed, or the receiver's answer asked for no more. */
  'exhausted',
  /** The message was not sent, or not again, because the endpoint is or was disabled. */
  'skipped',
  /** The message was not sent, or not again, because the endpoint was deleted. */
  'cancelled',
] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const isDeliveryState = (text: string): text is DeliveryState =>
  DELIVERY_STATES.some((state) => state === text);

/** An attempt of a delivery, as the log shows it. */
export interface Attempt {
  /**
   * The number of the attempt, counted from 1. A number is missing from the log if the process died
   * during that attempt.
   */
  readonly number: number;
  readonly isManual: boolean;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The HTTP status of the answer; null when there was no answer, but an error. */
  readonly status: number | null;
  readonly errorClass: string | null;
  readonly responseExcerpt: string | null;
}

/**
 * The id of a message as receivers get it. It is derived from the id of the settled record or
 * event, so it is the same however often the message is sent, and receivers recognise repeats. It
 * contains no dot, as signatures cover `id.time.body`.
 */
export const messageIdOf = (id: string): string => `msg_${id.replaceAll('-', '')}`;

/** Reads the id of a message; null when it cannot be one of ours. */
export function readMessageId(messageId: string): string | null {
  const match = /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(
    messageId,
  );
  return match === null ? null : match.slice(1).join('-');
}

/**
 * Event types, by whether the money moves over Lightning or on the chain. Those for Lightning are
 * from the Wallet API specification (section Events).
 */
const EVENT_TYPES_OF = {
  lightning: ['invoice.incoming.settled', 'invoice.outgoing.settled'],
  chain: ['onchain.incoming.confirmed', 'onchain.outgoing.confirmed'],
} as const satisfies Readonly<Record<RecordRail, readonly string[]>>;

/** All event types that an endpoint may receive. */
export const EVENT_TYPES = Object.values(EVENT_TYPES_OF).flat();

export type EventType = (typeof EVENT_TYPES)[number];

export const isEventType = (text: unknown): text is EventType =>
  EVENT_TYPES.some((type) => type === text);

/**
 * The header that marks every delivery by this program. Our own server refuses requests with it.
 * Otherwise an endpoint whose URL leads back to this service could make deliveries cause further
 * deliveries.
 */
export const DELIVERY_HEADER = 'satchel-delivery';
