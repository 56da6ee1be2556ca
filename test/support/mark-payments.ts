import type { ComparisonStore } from '../../src/node/comparison-store.ts';

/** A look at the node that found nothing that is missing here. */
export async function markPayments(comparisons: ComparisonStore, index: bigint): Promise<boolean> {
  const look = await comparisons.readLook();
  return look !== null && (await comparisons.finishLook(look, index));
}
