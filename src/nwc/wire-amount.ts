import type { Msat } from '../base/amount.ts';

/**
 * Writes an amount in msat as a JSON number, which is exact up to 2^53 - 1. A larger amount, which
 * only a limit can be (more than 90,000 BTC), is replaced by the largest number of whole sats that
 * is exact.
 */
export const toWireMsat = (amountMsat: Msat): number =>
  amountMsat > MAX_MSAT ? Number(MAX_MSAT) : Number(amountMsat);

const MAX_MSAT = 9_007_199_254_740_000n;
