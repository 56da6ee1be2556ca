import type { Sat } from '../base/amount.ts';

/**
 * Limits on what leaves this service as a whole, over the node and on the chain, with all fees.
 * Payments between its users do not count. Null for no limit.
 */
export interface OutflowLimits {
  /** The most that may leave within any hour. */
  readonly hourSat: Sat | null;
  /** The most that may leave within any 24 hours. */
  readonly daySat: Sat | null;
  /** The most by which what leaves within 24 hours may exceed what comes in. */
  readonly netDaySat: Sat | null;
  /** The largest single payment; a multi keysend counts as one. */
  readonly singleSat: Sat | null;
  /** The most payments within any hour. */
  readonly countHour: number | null;
}

/**
 * What happens to a payment that would pass a limit: it is refused, and nothing leaves any more
 * until a person allows it (`enforce`); or it leaves, and operators are told (`observe`).
 */
export const OUTFLOW_MODES = ['enforce', 'observe', 'off'] as const;
export type OutflowMode = (typeof OUTFLOW_MODES)[number];

export const NO_OUTFLOW_LIMITS: OutflowLimits = {
  hourSat: null,
  daySat: null,
  netDaySat: null,
  singleSat: null,
  countHour: null,
};

/** The limits in force: of two sources, the lower one counts. */
export const lowerOf = (one: OutflowLimits, other: OutflowLimits): OutflowLimits => ({
  hourSat: lower(one.hourSat, other.hourSat),
  daySat: lower(one.daySat, other.daySat),
  netDaySat: lower(one.netDaySat, other.netDaySat),
  singleSat: lower(one.singleSat, other.singleSat),
  countHour: lower(one.countHour, other.countHour),
});

const lower = <T extends bigint | number>(one: T | null, other: T | null): T | null =>
  one === null || (other !== null && other < one) ? other : one;
