import { createSeededRandom } from '../support/seeded-random.ts';

/** Chance with a memory: the same seed throws the same. */
export interface Dice {
  /** From 0 to below the bound. */
  below(bound: number): number;
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
}

export function createDice(seed: number): Dice {
  const random = createSeededRandom(seed);
  const share = (): number => {
    const bytes = random.bytes(4);
    return new DataView(bytes.buffer).getUint32(0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(share() * bound);
  const pick = <T>(list: readonly T[]): T => {
    const found = list[below(list.length)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  };
  return {
    below,
    pick,
    between: (least, most) => least + below(most - least + 1),
    chance: (wanted) => share() < wanted,
    shuffle: (list) => {
      const rest = [...list];
      return list.map(() => {
        const taken = pick(rest);
        rest.splice(rest.indexOf(taken), 1);
        return taken;
      });
    },
  };
}
