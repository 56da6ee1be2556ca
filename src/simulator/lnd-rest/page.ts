export interface PageQuestion {
  readonly indexOffset: number;
  readonly maxItems: number;
  readonly isReversed: boolean;
}

/**
 * Selects a page like LND's paginator. The page begins after the offset; offset 0 means the oldest
 * when going forwards, and the newest when going backwards. The result is always ascending, and
 * `items` must be in the ascending order of `indexOf`.
 */
export function pageOf<Item>(
  items: readonly Item[],
  indexOf: (item: Item) => number,
  isWanted: (item: Item) => boolean,
  question: PageQuestion,
): Item[] {
  const { indexOffset, maxItems, isReversed } = question;
  const page: Item[] = [];
  if (isReversed) {
    const end = indexOffset === 0 ? items.length : firstAbove(items, indexOf, indexOffset - 1);
    for (let at = end - 1; at >= 0 && page.length < maxItems; at -= 1) {
      const item = items[at];
      if (item !== undefined && isWanted(item)) page.push(item);
    }
    return page.reverse();
  }
  const start = firstAbove(items, indexOf, indexOffset);
  for (let at = start; at < items.length && page.length < maxItems; at += 1) {
    const item = items[at];
    if (item !== undefined && isWanted(item)) page.push(item);
  }
  return page;
}

/** The position of the first item whose index is above the given one. */
function firstAbove<Item>(
  items: readonly Item[],
  indexOf: (item: Item) => number,
  index: number,
): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && indexOf(item) <= index) low = middle + 1;
    else high = middle;
  }
  return low;
}
