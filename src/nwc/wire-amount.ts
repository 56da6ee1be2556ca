import type { Sat } from '../base/amount.ts';

/**
 * Whole sats as msat on the wire. A JSON number is exact up to 2^53 - 1; a larger amount (more than
 * 90,000 BTC, as only limits are) is shown as the largest one that is.
 */
export const toWireMsat = (amountSat: Sat): number =>
  amountSat > MAX_SAT ? MAX_MSAT : Number(amountSat) * 1000;

const MAX_SAT = 9_007_199_254_740n;
const MAX_MSAT = 9_007_199_254_740_000;
