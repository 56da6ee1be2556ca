import { assert } from './assert.ts';

/**
 * Types for money. Lightning counts millisatoshis, the Wallet API whole satoshis; 1 sat = 1000
 * msat. Both are brands over bigint, so neither can be used where the other is meant. This file
 * holds the only rounding rules: debits round up, credits round down.
 */
declare const msatBrand: unique symbol;
declare const satBrand: unique symbol;
export type Msat = bigint & { readonly [msatBrand]: true };
export type Sat = bigint & { readonly [satBrand]: true };

const MSAT_PER_SAT = 1000n;

export const msat = (value: bigint): Msat => value as Msat;
export const sat = (value: bigint): Sat => value as Sat;
export const ZERO_MSAT: Msat = msat(0n);

/**
 * More sats than there will ever be. Larger typed amounts are reduced to it, so that the database
 * can hold them.
 */
const MOST_SAT = 2_100_000_000_000_000n;

/** Reads an amount that someone typed in digits; null for anything else. */
export function readSat(digits: string): Sat | null {
  if (!/^\d{1,16}$/.test(digits)) return null;
  const value = BigInt(digits);
  return sat(value < MOST_SAT ? value : MOST_SAT);
}

export const satToMsat = (amountSat: Sat): Msat => msat(amountSat * MSAT_PER_SAT);

/** The sats that a user is credited for an arrived amount: its whole sats. */
export function creditSat(amountMsat: Msat): Sat {
  assert(amountMsat >= 0n, 'a credit is never negative');
  return sat(amountMsat / MSAT_PER_SAT);
}

/** The sats that a user is debited for an amount that leaves: rounded up to whole sats. */
export function debitSat(amountMsat: Msat): Sat {
  assert(amountMsat >= 0n, 'a debit is never negative');
  return sat((amountMsat + MSAT_PER_SAT - 1n) / MSAT_PER_SAT);
}

export const maxMsat = (a: Msat, b: Msat): Msat => (a > b ? a : b);

/**
 * Turns an amount into a number for JSON, which is exact below 2^53. No amount of money here is
 * higher.
 */
export function satToNumber(amountSat: Sat): number {
  const value = Number(amountSat);
  assert(Number.isSafeInteger(value), 'an amount in sats fits a JSON number');
  return value;
}
