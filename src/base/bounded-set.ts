/** A set that remembers the newest of many items. */
export interface BoundedSet<T> {
  /** Adds an item. False if it is remembered already. */
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
