/**
 * The fee rate at which a transaction is mined within the given number of blocks: 20, 10 or 5
 * sat/vB.
 */
export function satPerKwFor(blocks: number): bigint {
  if (blocks <= 2) return 5000n;
  return blocks <= 6 ? 2500n : 1250n;
}

export const satPerKwOf = (satPerVbyte: bigint): bigint => satPerVbyte * 250n;

/** The fee rate that a request asks for; null when it names none. */
export function orderedSatPerKw(order: {
  readonly targetBlocks: number;
  readonly satPerVbyte: bigint;
}): bigint | null {
  if (order.satPerVbyte > 0n) return satPerKwOf(order.satPerVbyte);
  return order.targetBlocks > 0 ? satPerKwFor(order.targetBlocks) : null;
}

/** The fee rate for requests that name none, which aims at confirmation within six blocks. */
export const DEFAULT_SAT_PER_KW: bigint = satPerKwFor(6);
