/** The keys that were added last, as many as are wanted. */
export interface RecentKeys {
  add(key: string): void;
  has(key: string): boolean;
}

export function createRecentKeys(maxKeys: number): RecentKeys {
  // A set keeps the order of insertion: the first key is the one that was added longest ago.
  const keys = new Set<string>();
  return {
    add: (key) => {
      keys.delete(key);
      keys.add(key);
      if (keys.size <= maxKeys) return;
      for (const oldest of keys) {
        keys.delete(oldest);
        return;
      }
    },
    has: (key) => keys.has(key),
  };
}
