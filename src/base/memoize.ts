/**
 * The most results that are kept. It is more than are in use at the same time, but far fewer than
 * there could be, such as one for each of 1,700 combinations of language and time zone.
 */
const MOST_KEPT = 100;

/**
 * Keeps the results of a function of a few texts, such as a formatter of Intl, which is slower to
 * make than to use. Results take memory too, so those that were not asked for longest are dropped.
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
    // A result that is asked for counts as young. When half of all results that may be kept are
    // young, the others are dropped.
    if (young.size >= MOST_KEPT / 2) {
      old = young;
      young = new Map();
    }
    return made;
  };
}
