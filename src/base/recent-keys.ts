/** Remembers the most recently used keys, up to a maximum, each with a value. */
export interface RecentKeys<Value> {
  add(key: string, value: Value): void;
  find(key: string): Value | undefined;
  drop(key: string): void;
}

/**
 * Keys that were used since the last change of generations are young. When half of all keys that
 * may be remembered are young, the others are forgotten. So nothing is moved each time a key is
 * used, and at least the half that was used last is remembered.
 */
export function createRecentKeys<Value>(maxKeys: number): RecentKeys<Value> {
  const maxYoung = Math.floor(maxKeys / 2);
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();
  const add = (key: string, value: Value): void => {
    if (young.size >= maxYoung && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    add,
    find: (key) => {
      const found = young.get(key);
      if (found !== undefined) return found;
      const kept = old.get(key);
      if (kept !== undefined) add(key, kept);
      return kept;
    },
    drop: (key) => {
      young.delete(key);
      old.delete(key);
    },
  };
}
