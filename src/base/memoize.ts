import { createRecentKeys } from './recent-keys.ts';

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
  const results = createRecentKeys<{ readonly made: Made }>(MOST_KEPT);
  return (...key: Key): Made => {
    const name = key.join(' ');
    const found = results.find(name);
    if (found !== undefined) return found.made;
    const made = make(...key);
    results.add(name, { made });
    return made;
  };
}
