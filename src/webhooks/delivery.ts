import type { PaymentRail } from '../ledger/record-rail.ts';

/** One message on its way to one endpoint, as the log shows it. */
export interface Delivery {
  /** Id of the message as the receiver gets it, the same in all attempts. */
  readonly messageId: string;
  readonly eventType: EventType;
  readonly isTest: boolean;
  /** Null where the message is not of a settled record, as that of a test event. */
  readonly paymentHash: string | null;
  readonly state: DeliveryState;
  /** How many were begun. */
  readonly attempts: number;
  /** When the next attempt is due; null if there will be none, or while one is under way. */
  readonly nextAt: Date | null;
  /** An attempt was begun and has not ended. */
  readonly isBeingSent: boolean;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly doneAt: Date | null;
}

export const DELIVERY_STATES = [
  'pending',
  'succeeded',
  /** No further attempt will be made. */
  'exhausted',
  /** Never sent, or not again, because the endpoint is or was disabled. */
  'skipped',
  /** The endpoint was deleted. */
  'cancelled',
] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const isDeliveryState = (text: string): text is DeliveryState =>
  DELIVERY_STATES.some((state) => state === text);

/** One attempt of a delivery, as the log shows it. */
export interface Attempt {
  /** Counted from 1. A missing number was begun by a process that died. */
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

/** Null when it cannot be one of ours. */
export function readMessageId(messageId: string): string | null {
  const match = /^msg_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(
    messageId,
  );
  return match === null ? null : match.slice(1).join('-');
}

/** Source: Wallet API specification, Events. */
const EVENT_TYPES_OF = {
  lightning: ['invoice.incoming.settled', 'invoice.outgoing.settled'],
} as const satisfies Readonly<Record<PaymentRail, readonly string[]>>;

/** The event types of an endpoint. */
export const EVENT_TYPES = Object.values(EVENT_TYPES_OF).flat();

export type EventType = (typeof EVENT_TYPES)[number];

export const isEventType = (text: unknown): text is EventType =>
  EVENT_TYPES.some((type) => type === text);

/**
 * Marks every delivery by this program. Our own HTTP side refuses such requests: an endpoint that
 * leads back here, under whatever name, must not make deliveries cause deliveries.
 */
export const DELIVERY_HEADER = 'satchel-delivery';
