/** Remembers the newest of many. */
export interface BoundedSet<T> {
  /** False if it is remembered already. */
  add(item: T): boolean;
  has(item: T): boolean;
}

export function createBoundedSet<T>(max: number): BoundedSet<T> {
  const items = new Set<T>();
  return {
    has: (item) => items.has(item),
    add: (item) => {
      if (items.has(item)) return false;
      items.add(item);
      const [oldest] = items.size > max ? items : [];
      if (oldest !== undefined) items.delete(oldest);
      return true;
    },
  };
}
