/** Named texts of a request, from its path, its query or its form. */
export interface RequestValues {
  /** Reads the last value that the request has for a name; `''` where there is none. */
  text(name: string): string;
  /** Lists all values that the request has for a name, in their order. */
  all(name: string): readonly string[];
  has(name: string): boolean;
  names(): readonly string[];
}

export function readRequestValues(entries: Iterable<readonly [string, string]>): RequestValues {
  const byName = Map.groupBy(entries, ([name]) => name);
  const all = (name: string): readonly string[] => (byName.get(name) ?? []).map(([, text]) => text);
  return {
    all,
    text: (name) => all(name).at(-1) ?? '',
    has: (name) => byName.has(name),
    names: () => [...byName.keys()],
  };
}
