/** Remembers the most recently added keys, up to a maximum, each with a value. */
export interface RecentKeys<Value> {
  add(key: string, value: Value): void;
  find(key: string): Value | undefined;
  drop(key: string): void;
}

export function createRecentKeys<Value>(maxKeys: number): RecentKeys<Value> {
  // A map keeps the order of insertion, so the first key is the one added longest ago.
  const values = new Map<string, Value>();
  return {
    add: (key, value) => {
      values.delete(key);
      values.set(key, value);
      if (values.size <= maxKeys) return;
      for (const oldest of values.keys()) {
        values.delete(oldest);
        return;
      }
    },
    find: (key) => values.get(key),
    drop: (key) => {
      values.delete(key);
    },
  };
}
