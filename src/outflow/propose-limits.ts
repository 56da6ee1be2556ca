import { type Sat, sat } from '../base/amount.ts';
import type { BusiestTimes } from './outflow-store.ts';

/** Limits that would not have been reached lately; null where nothing tells what is usual. */
export interface ProposedLimits {
  readonly hourSat: Sat;
  readonly daySat: Sat;
}

const TIMES = 3n;
const ROUND_TO_MSAT = 1_000_000n;

/**
 * Proposes limits for a service that has none: three times what left in the busiest hour and day of
 * the last 30 days. Where nothing has left, what one user may send in a day leaves in an hour, and
 * what three of them may in a day.
 */
export function proposeLimits(
  { hourMsat, dayMsat }: BusiestTimes,
  maxSendDaySat: Sat | null,
): ProposedLimits | null {
  if (dayMsat > 0n) return { hourSat: roundUp(hourMsat * TIMES), daySat: roundUp(dayMsat * TIMES) };
  return maxSendDaySat === null
    ? null
    : { hourSat: maxSendDaySat, daySat: sat(maxSendDaySat * TIMES) };
}

const roundUp = (amountMsat: bigint): Sat =>
  sat(((amountMsat + ROUND_TO_MSAT - 1n) / ROUND_TO_MSAT) * (ROUND_TO_MSAT / 1000n));
