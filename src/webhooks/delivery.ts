import type { RecordRail } from '../ledger/record-rail.ts';

/** A message on its way to one endpoint, as the log shows it. */
export interface Delivery {
  /** The id of the message as the receiver gets it, the same in all attempts. */
  readonly messageId: string;
  readonly eventType: EventType;
  readonly isTest: boolean;
  /** The payment's hash; null where the message tells of no settled record, as a test event. */
  readonly paymentHash: string | null;
  readonly state: DeliveryState;
  /** The number of attempts that were begun. */
  readonly attempts: number;
  /** The time when the next attempt is due; null when there will be none, or one is under way. */
  readonly nextAt: Date | null;
  /** Whether an attempt was begun and has not ended. */
  readonly isBeingSent: boolean;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly doneAt: Date | null;
}

export const DELIVERY_STATES = [
  'pending',
  'succeeded',
  /** All attempts failed, or the receiver wants no more: none will follow. */
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
  /** Attempts are counted from 1. A missing number was begun by a process that died. */
  readonly number: number;
  readonly isManual: boolean;
  readonly startedAt: Date;
  readonly durationMs: number;
  /** The status of the answer; null when there was none, which then has an error class. */
  readonly status: number | null;
  readonly errorClass: string | null;
  readonly responseExcerpt: string | null;
}

/**
 * The wire id of a message, derived from that of its settled record or event, so that it is the
 * same however the message is sent again. It contains no dot, as signatures cover `id.time.body`.
 */
export const messageIdOf = (id: string): string => `msg_${id.replaceAll('-', '')}`;

/** Reads the id of a message. Null when it cannot be one of ours. */
export function readMessageId(messageId: string): string | null {
  const match = /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(
    messageId,
  );
  return match === null ? null : match.slice(1).join('-');
}

/** Event types by rail. Those of Lightning are of the Wallet API specification (Events). */
const EVENT_TYPES_OF = {
  lightning: ['invoice.incoming.settled', 'invoice.outgoing.settled'],
  chain: ['onchain.incoming.confirmed', 'onchain.outgoing.confirmed'],
} as const satisfies Readonly<Record<RecordRail, readonly string[]>>;

/** The event types of an endpoint. */
export const EVENT_TYPES = Object.values(EVENT_TYPES_OF).flat();

export type EventType = (typeof EVENT_TYPES)[number];

export const isEventType = (text: unknown): text is EventType =>
  EVENT_TYPES.some((type) => type === text);

/**
 * A header that marks every delivery by this program. Our own HTTP side refuses such requests: an
 * endpoint that leads back here, under whatever name, must not make deliveries cause deliveries.
 */
export const DELIVERY_HEADER = 'satchel-delivery';
