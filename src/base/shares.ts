/** How much of something each key (a user) may have at once, so that none has it all. */
export interface Shares {
  /** False when the key has its whole share already. */
  take(key: string): boolean;
  give(key: string): void;
}

export function createShares(maxPerKey: number): Shares {
  const taken = new Map<string, number>();
  return {
    take: (key) => {
      const count = taken.get(key) ?? 0;
      if (count >= maxPerKey) return false;
      taken.set(key, count + 1);
      return true;
    },
    give: (key) => {
      const left = (taken.get(key) ?? 0) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    },
  };
}
