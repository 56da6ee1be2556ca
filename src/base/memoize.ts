/**
 * The most results that are kept, more than are in use at a time. For language and time zone
 * together there are 1,700.
 */
const MOST_KEPT = 100;

/**
 * Keeps results of a function of a few texts, such as a format of Intl, which takes longer to make
 * than to use. Results take memory too, so those that were not asked for longest are dropped.
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
    // A result that is asked for counts as young; when there are enough young ones, the others are
    // dropped.
    if (young.size >= MOST_KEPT / 2) {
      old = young;
      young = new Map();
    }
    return made;
  };
}
