import type { BlockRange } from '../lightning/chain-wallet.ts';

/**
 * Blocks below the asked height that are read again, because a reorganisation may have changed
 * them. Reorganisations are shorter than this.
 */
const OVERLAP = 6;
/**
 * The number of blocks in one listing of the wallet. While a large answer of the node is read, this
 * process does nothing else.
 */
const RANGE_BLOCKS = 50;

/**
 * Splits the blocks from shortly before a height up to the tip into ranges. The last range has no
 * end, and its listing also contains the unconfirmed transactions.
 */
export function rangesFrom(height: number, tipHeight: number): readonly BlockRange[] {
  const ranges: BlockRange[] = [];
  let from = Math.max(Math.min(height, tipHeight) - OVERLAP, 0);
  for (; tipHeight - from > RANGE_BLOCKS; from += RANGE_BLOCKS) {
    ranges.push({ from, to: from + RANGE_BLOCKS - 1 });
  }
  return [...ranges, { from, to: null }];
}
