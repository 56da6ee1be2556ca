/** Names that are kept: more than people use at a time. Of language and zone there are 1,700. */
const MOST_KEPT = 100;

/**
 * Makes what a few texts name once: to make a format of Intl takes longer than to use it. It takes
 * memory too, so what was not asked for longest is made again.
 */
export function kept<Key extends readonly string[], Made>(make: (...key: Key) => Made) {
  const known = new Map<string, Made>();
  return (...key: Key): Made => {
    const name = key.join(' ');
    const made = known.get(name) ?? make(...key);
    // It moves to the end: the first one is the oldest.
    known.delete(name);
    known.set(name, made);
    if (known.size > MOST_KEPT) {
      const [oldest = name] = known.keys();
      known.delete(oldest);
    }
    return made;
  };
}
