import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../base/durations.ts';
import type { Random } from '../base/random.ts';
import { type DeliveryResult, isDelivered } from './delivery-result.ts';

/** What follows an attempt: the delivery has succeeded, is tried again, or is given up. */
export type NextStep =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'retry'; readonly afterMs: number }
  /** No attempt follows: the last one was made, or the receiver's answer asked for no more. */
  | { readonly kind: 'exhausted' };

export interface MadeAttempt {
  readonly result: DeliveryResult;
  /** The number of attempts since the schedule started, up to and including the one just made. */
  readonly attempts: number;
  /**
   * Whether the failure was most likely our own fault and not the receiver's. The last pause of the
   * schedule is then repeated without limit.
   */
  readonly isOurFault: boolean;
  readonly at: Date;
}

/**
 * The pause after the first attempt, after the second, and so on: 8 attempts over 27 and a half
 * hours.
 */
export const RETRY_AFTER_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
];
export const MAX_ATTEMPTS = RETRY_AFTER_MS.length + 1;

/**
 * The random part of each pause, ±20 %, which keeps deliveries that failed at the same time from
 * being sent again at the same time.
 */
const JITTER = 0.2;
/** The shortest pause for a receiver that is overloaded or did not answer in time. */
const OVERLOAD_PAUSE_MS = MINUTE_MS;
const OVERLOAD_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** The factor by which a receiver's `Retry-After` may lengthen a pause, up to a day. */
const MAX_STRETCH = 2;
const MAX_PAUSE_MS = 24 * HOUR_MS;

export function planNextStep(attempt: MadeAttempt, random: Random): NextStep {
  const { result } = attempt;
  if (isDelivered(result)) return { kind: 'succeeded' };
  if (result.kind === 'answered' && result.control === 'abort-message') {
    return { kind: 'exhausted' };
  }
  const last = attempt.isOurFault ? RETRY_AFTER_MS.at(-1) : undefined;
  const stepMs = RETRY_AFTER_MS[attempt.attempts - 1] ?? last;
  return stepMs === undefined
    ? { kind: 'exhausted' }
    : { kind: 'retry', afterMs: stretch(attempt, pauseMs(result, stepMs, random)) };
}

/** Whether the receiver is overloaded: its answer says so, or there was none in time. */
export function isOverloaded(result: DeliveryResult): boolean {
  return result.kind === 'answered'
    ? OVERLOAD_STATUSES.has(result.status)
    : result.errorClass === 'timeout';
}

/**
 * Reads the header `Retry-After` in milliseconds from now: seconds or a date (RFC 9110, 10.2.3).
 * Returns null when the header is missing or is neither; a past date counts as 0.
 */
export function readRetryAfterMs(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text) * SECOND_MS;
  // HTTP dates begin with the name of a day. `Date.parse` alone would accept many texts that are no
  // date.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - now.getTime());
}

function pauseMs(result: DeliveryResult, stepMs: number, random: Random): number {
  const share = readShare(random);
  if (isOverloaded(result) && stepMs * (1 - JITTER) < OVERLOAD_PAUSE_MS) {
    return OVERLOAD_PAUSE_MS * (1 + JITTER * share);
  }
  return stepMs * (1 + JITTER * (2 * share - 1));
}

function stretch({ result, at }: MadeAttempt, afterMs: number): number {
  const header = result.kind === 'answered' ? result.retryAfter : null;
  const askedMs = readRetryAfterMs(header, at) ?? 0;
  const stretchedMs = Math.min(Math.max(afterMs, askedMs), afterMs * MAX_STRETCH);
  return Math.round(Math.min(stretchedMs, MAX_PAUSE_MS));
}

/** Draws a random number of at least 0 and below 1. */
function readShare(random: Random): number {
  const bytes = random.bytes(4);
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0) / 2 ** 32;
}
