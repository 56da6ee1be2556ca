import type { BlockRange } from '../lightning/chain-wallet.ts';

/** Blocks that are looked at beside those that are asked for: reorganisations are shorter. */
const OVERLAP = 6;
/** Blocks of one listing: reading the answer of the node must not hold up other work for long. */
const RANGE_BLOCKS = 50;

/**
 * The blocks from shortly before a height on, in parts. The last part has no end, and with it comes
 * what no block has.
 */
export function rangesFrom(height: number, tipHeight: number): readonly BlockRange[] {
  const ranges: BlockRange[] = [];
  let from = Math.max(Math.min(height, tipHeight) - OVERLAP, 0);
  for (; tipHeight - from > RANGE_BLOCKS; from += RANGE_BLOCKS) {
    ranges.push({ from, to: from + RANGE_BLOCKS - 1 });
  }
  return [...ranges, { from, to: null }];
}
