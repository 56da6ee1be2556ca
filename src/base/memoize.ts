/**
 * The most results that are kept, more than people use at a time. Of language and zone there are
 * 1,700.
 */
const MOST_KEPT = 100;

/**
 * Makes what a few texts name once: to make a format of Intl takes longer than to use it. It takes
 * memory too, so what was not asked for longest is made again.
 */
export function memoize<Key extends readonly string[], Made>(make: (...key: Key) => Made) {
  let young = new Map<string, Made>();
  let old = new Map<string, Made>();
  return (...key: Key): Made => {
    const name = key.join(' ');
    const found = young.get(name);
    if (found !== undefined) return found;
    const made = old.get(name) ?? make(...key);
    young.set(name, made);
    // A result that is in use is asked for again, and moves to the young ones.
    if (young.size >= MOST_KEPT / 2) {
      old = young;
      young = new Map();
    }
    return made;
  };
}
