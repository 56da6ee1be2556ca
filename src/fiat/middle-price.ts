/** The price to use, when sources differ: the middle one, or the lower of two in the middle. */
export function middlePrice(prices: readonly bigint[]): bigint | null {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/**
 * Whether a price differs from the middle by more than a fifth: one of the sources is most likely
 * wrong.
 */
export function differsWidely(price: bigint, middle: bigint): boolean {
  const apart = price > middle ? price - middle : middle - price;
  return apart * 5n > middle;
}
