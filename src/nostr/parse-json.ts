/** Parses JSON; null for any other text. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function parseList(text: string): readonly unknown[] | null {
  const value = parseJsonOrNull(text);
  return Array.isArray(value) ? value : null;
}
