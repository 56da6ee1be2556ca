/** The price that counts, of what several sources say: the lower one of two in the middle. */
export function middlePrice(prices: readonly bigint[]): bigint | null {
  const sorted = prices.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** Whether a price is more than a fifth away: one of the two sources is most likely wrong. */
export function differsWidely(price: bigint, middle: bigint): boolean {
  const apart = price > middle ? price - middle : middle - price;
  return apart * 5n > middle;
}
