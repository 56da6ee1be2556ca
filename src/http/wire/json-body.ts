import { isWithinDepth } from '../../base/json-depth.ts';
import { MAX_JSON_DEPTH } from '../../base/limits.ts';
import { cleanText } from '../../base/text.ts';

/** ECMAScript 2026, JSON.parse source text access, which TypeScript does not declare yet. */
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
 * Reads a body; null if it cannot be used. In fields for whole numbers, a number stays one only if
 * JavaScript would write it exactly as it was sent. `1.0`, `1e3`, `-0` and anything beyond 2^53
 * stay raw text, which no schema accepts as an amount.
 */
export function parseJsonBody(bytes: Uint8Array): { readonly value: unknown } | null {
  try {
    const text = UTF8.decode(bytes);
    // The first pass bounds the depth, because a reviver recurses for each level.
    const value: unknown = JSON.parse(text);
    if (!isWithinDepth(value, MAX_JSON_DEPTH)) return null;
    return { value: NEEDS_CARE.test(text) ? JSON.parse(text, checkMember) : value };
  } catch {
    return null;
  }
}

/** The same text for all bodies that mean the same: no spaces, sorted keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isPlainObject(member) ? Object.fromEntries(Object.entries(member).sort(byKey)) : member,
  );
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Most bodies are plain text, in which `checkMember` would find nothing. */
const NEEDS_CARE = /[^ -[\]-~]|__proto__|"(amount|amt|expiry)"/;

/** Fields that hold whole numbers. Members of `metadata` with these names are kept as sent too. */
const WHOLE_NUMBERS: ReadonlySet<string> = new Set(['amount', 'amt', 'expiry']);

const checkMember: SourceReviver = (key, value, { source }) => {
  // We do not use it, and it poisons code that copies by assignment later.
  if (key === '__proto__') throw new SyntaxError('a body has no key __proto__');
  if (cleanText(key, key.length) !== key) throw new SyntaxError('a key holds what no text may');
  if (typeof value === 'string') return checkText(value);
  if (typeof value !== 'number' || source === undefined || !WHOLE_NUMBERS.has(key)) return value;
  return String(value) === source ? value : JSON.rawJSON(source);
};

/** Some clients cut a text inside an emoji: UTF-8 cannot hold the half, so it becomes U+FFFD. */
function checkText(text: string): string {
  // PostgreSQL cannot store NUL, and removing it would change what a payment carries.
  if (text.includes('\u0000')) throw new SyntaxError('a text holds NUL');
  return text.toWellFormed();
}

function isPlainObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
  );
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;
