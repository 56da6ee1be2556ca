import type { ComparisonStore } from '../../src/node/comparison-store.ts';

/** Stores a look at the node that found nothing missing in the database. */
export async function markPayments(comparisons: ComparisonStore, index: bigint): Promise<boolean> {
  const look = await comparisons.readLook();
  return look !== null && (await comparisons.finishLook(look, index));
}
