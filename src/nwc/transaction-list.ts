import { MAX_NWC_LIST_BYTES } from './limits.ts';
import type { Transaction } from './transaction.ts';

export interface ListResult {
  readonly transactions: readonly Transaction[];
  /**
   * The number of all matching transactions, regardless of limit and offset; left out if they were
   * not counted.
   */
  readonly total_count?: number;
}

/**
 * Presents the first transactions of a list: as many as fit an event of 64 KiB, and at least one,
 * which always fits. An app that goes on after the last one that it got misses none.
 */
export function presentList(
  transactions: readonly Transaction[],
  totalCount: number | null,
): ListResult {
  let bytes = 0;
  const tooMany = transactions.findIndex((transaction, index) => {
    bytes += Buffer.byteLength(JSON.stringify(transaction)) + 1;
    return index > 0 && bytes > MAX_NWC_LIST_BYTES;
  });
  const shown = tooMany === -1 ? transactions : transactions.slice(0, tooMany);
  return totalCount === null
    ? { transactions: shown }
    : { transactions: shown, total_count: totalCount };
}
