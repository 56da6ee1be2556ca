import { type Sat, sat } from '../base/amount.ts';

/**
 * The highest fee where the payer names none: half more than the node estimates, as rates change
 * until the transaction is made.
 */
export const highestFeeSat = (estimatedSat: Sat): Sat => sat((estimatedSat * 3n + 1n) / 2n);

/** Four weight units are a vbyte, and rates of LND count 1000 units. */
export const SAT_PER_KW_OF_VBYTE = 250n;

/** Whether blocks cost more than the operator allows, in sat per vbyte. */
export const isTooDear = (satPerKw: bigint, maxFeeRate: bigint): boolean =>
  satPerKw > maxFeeRate * SAT_PER_KW_OF_VBYTE;
