import { MAX_FORM_FIELDS } from '../limits.ts';
import { readPairs } from '../read-pairs.ts';
import { type RequestValues, readRequestValues } from './request-values.ts';

/** The name of the field with the token that proves that a form is one of ours. */
export const CSRF_FIELD = 'csrf_token';

export class UnusableFormError extends Error {
  override readonly name = 'UnusableFormError';
  readonly statusCode = 400;
}

/**
 * Reads form-encoded text as names with their texts. An error is thrown for more fields than any
 * form of this service has, and for NUL.
 */
export function parseForm(text: string): Record<string, readonly string[]> {
  const pairs = [...readPairs(text, MAX_FORM_FIELDS)];
  // PostgreSQL cannot store NUL, so a form with it is refused.
  if (pairs.some((pair) => pair.some((part) => part.includes('\u0000')))) {
    throw new UnusableFormError('the form holds a NUL');
  }
  const byName = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries([...byName].map(([name, all]) => [name, all.map(([, one]) => one)]));
}

/** Reads the values that `parseForm` has left in the body of a request, or parameters of a path. */
export function readForm(body: unknown): RequestValues {
  if (typeof body !== 'object' || body === null) return readRequestValues([]);
  return readRequestValues(Object.entries(body).flatMap(([name, value]) => pairsOf(name, value)));
}

function pairsOf(name: string, value: unknown): readonly (readonly [string, string])[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((text) => (typeof text === 'string' ? [[name, text] as const] : []));
}
