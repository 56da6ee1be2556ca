import type { Msat } from '../base/amount.ts';

/**
 * Writes an amount in msat as a JSON number, which is exact up to 2^53 - 1. A larger one (more than
 * 90,000 BTC, as only limits are) is shown as the largest whole sats that are exact.
 */
export const toWireMsat = (amountMsat: Msat): number =>
  amountMsat > MAX_MSAT ? Number(MAX_MSAT) : Number(amountMsat);

const MAX_MSAT = 9_007_199_254_740_000n;
