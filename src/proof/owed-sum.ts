/** All bitcoin that there will ever be, in millisatoshi: no sum is larger, so none overflows. */
export const MAX_OWED_MSAT = 2_100_000_000_000_000_000n;

export const isOwedSum = (value: bigint): boolean => value >= 0n && value <= MAX_OWED_MSAT;
