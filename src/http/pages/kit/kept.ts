/** Makes what a few texts name once: to make a format of Intl takes longer than to use it. */
export function kept<Key extends readonly string[], Made>(make: (...key: Key) => Made) {
  const known = new Map<string, Made>();
  return (...key: Key): Made => {
    const name = key.join(' ');
    const made = known.get(name) ?? make(...key);
    known.set(name, made);
    return made;
  };
}
