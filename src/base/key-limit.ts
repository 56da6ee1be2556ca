/**
 * Limits how many of something each key (a user) has at the same time, so that no one takes all of
 * it.
 */
export interface KeyLimit {
  /** Counts one more for the key. False when it is already at its limit. */
  acquire(key: string): boolean;
  release(key: string): void;
}

export function createKeyLimit(maxPerKey: number): KeyLimit {
  const taken = new Map<string, number>();
  return {
    acquire: (key) => {
      const count = taken.get(key) ?? 0;
      if (count >= maxPerKey) return false;
      taken.set(key, count + 1);
      return true;
    },
    release: (key) => {
      const left = (taken.get(key) ?? 0) - 1;
      if (left > 0) taken.set(key, left);
      else taken.delete(key);
    },
  };
}
