import type { Random } from '../../src/base/random.ts';

/** Decisions from a seed. */
export interface Dice {
  /** A whole number from 0, below the limit. */
  below(limit: number): number;
  between(least: number, most: number): number;
  /** True this often, of one. */
  chance(share: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
}

export function createDice(random: Random): Dice {
  const below = (limit: number): number => {
    const [first = 0, second = 0, third = 0] = random.bytes(3);
    return ((first << 16) | (second << 8) | third) % limit;
  };
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => below(10_000) < share * 10_000,
    pick: (items) => {
      const item = items[below(Math.max(items.length, 1))];
      if (item === undefined) throw new RangeError('there is nothing to choose from');
      return item;
    },
  };
}
