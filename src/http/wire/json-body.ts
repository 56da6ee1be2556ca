import { MAX_JSON_DEPTH } from '../../base/limits.ts';
import { cleanText } from '../../base/text.ts';

/** ECMAScript 2026, JSON.parse source text access; TypeScript's library does not know it yet. */
declare global {
  interface JSON {
    parse(text: string, reviver: SourceReviver): unknown;
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

type SourceReviver = (
  this: unknown,
  key: string,
  value: unknown,
  context: { readonly source?: string },
) => unknown;

/**
 * Reads a body. Under the names of whole numbers, a number stays one only where JavaScript would
 * write it exactly as it was sent: `1.0`, `1e3`, `-0` and what is beyond 2^53 stay raw text, which
 * no schema takes for an amount. Null when the body cannot be used.
 */
export function parseJsonBody(bytes: Uint8Array): { readonly value: unknown } | null {
  try {
    const text = UTF8.decode(bytes);
    // The first, plain pass bounds the depth: a reviver calls itself for each level.
    if (!isWithinDepth(JSON.parse(text), MAX_JSON_DEPTH)) return null;
    return { value: JSON.parse(text, checkMember) };
  } catch {
    return null;
  }
}

/** One text for all bodies that say the same: no space, keys in order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isPlainObject(member) ? Object.fromEntries(Object.entries(member).sort(byKey)) : member,
  );
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Fields of requests that hold whole numbers; under these names `metadata` too is kept as sent. */
const WHOLE_NUMBERS: ReadonlySet<string> = new Set(['amount', 'expiry']);

const checkMember: SourceReviver = (key, value, { source }) => {
  // It means nothing to us, and poisons whoever copies by assignment later.
  if (key === '__proto__') throw new SyntaxError('a body has no key __proto__');
  if (cleanText(key, key.length) !== key) throw new SyntaxError('a key holds what no text may');
  if (typeof value === 'string') return checkText(value);
  if (typeof value !== 'number' || source === undefined || !WHOLE_NUMBERS.has(key)) return value;
  return String(value) === source ? value : JSON.rawJSON(source);
};

/** Clients cut texts in the midst of an emoji: the half becomes U+FFFD, as UTF-8 has no halves. */
function checkText(text: string): string {
  // PostgreSQL has no place for NUL, and to leave it out would change what a payment carries.
  if (text.includes('\u0000')) throw new SyntaxError('a text holds NUL');
  return text.toWellFormed();
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.values(value).every((member) => isWithinDepth(member, depth - 1));
}

function isPlainObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
  );
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;
