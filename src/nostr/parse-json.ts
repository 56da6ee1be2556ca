/** Null for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function parseList(text: string): readonly unknown[] | null {
  const value = parseJson(text);
  return Array.isArray(value) ? value : null;
}
