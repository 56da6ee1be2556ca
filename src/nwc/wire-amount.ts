import type { Msat } from '../base/amount.ts';

/**
 * Writes an amount. A JSON number is exact up to 2^53 - 1; a larger amount (more than 90,000 BTC,
 * as only limits are) is shown as the largest whole sats that are.
 */
export const toWireMsat = (amountMsat: Msat): number =>
  amountMsat > MAX_MSAT ? Number(MAX_MSAT) : Number(amountMsat);

const MAX_MSAT = 9_007_199_254_740_000n;
