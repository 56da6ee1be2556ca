import { type Sat, sat } from '../base/amount.ts';

/**
 * The highest fee when the payer sets none: one and a half times the estimate of the node, because
 * fee rates may rise until the transaction is made.
 */
export const highestFeeSat = (estimatedSat: Sat): Sat => sat((estimatedSat * 3n + 1n) / 2n);

/** Converts fee rates. A vbyte is four weight units, and LND's rates are per 1000 weight units. */
export const SAT_PER_KW_OF_VBYTE = 250n;

/** Whether the fee rate is above the operator's maximum, which is in sat per vbyte. */
export const isTooDear = (satPerKw: bigint, maxFeeRate: bigint): boolean =>
  satPerKw > maxFeeRate * SAT_PER_KW_OF_VBYTE;
