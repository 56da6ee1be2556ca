import type { QueryTexts } from './route.ts';

/** Turns the parsed query of the web framework into the map of texts that routes take. */
export function readQueryTexts(query: unknown): QueryTexts {
  const texts = new Map<string, string>();
  if (typeof query !== 'object' || query === null) return texts;
  for (const [name, value] of Object.entries(query)) {
    const last: unknown = Array.isArray(value) ? value.at(-1) : value;
    if (typeof last === 'string') texts.set(name, last);
  }
  return texts;
}
