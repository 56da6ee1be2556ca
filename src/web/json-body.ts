import {
  MAY_HOLD_ODD_NUMBER,
  type SourceReviver,
  settleNumbers,
  takeNumber,
} from '../base/exact-json.ts';
import { isJsonWithin } from '../base/json-size.ts';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../base/limits.ts';
import { cleanText } from '../base/text.ts';

/**
 * Reads a JSON body; null if it cannot be used. Its size is checked before it is parsed. Numbers
 * within `metadata` stay as they were sent, all others are read as `settleNumbers` says.
 */
export function parseJsonBody(
  bytes: Uint8Array,
  maxValues = MAX_JSON_VALUES,
): { readonly value: unknown } | null {
  if (!isJsonWithin(bytes, { maxDepth: MAX_JSON_DEPTH, maxValues })) return null;
  try {
    const text = UTF8.decode(bytes);
    const needsCare = HOLDS_ODD_TEXT.test(text) || MAY_HOLD_ODD_NUMBER.test(text);
    return { value: needsCare ? settleNumbers(JSON.parse(text, checkMember)) : JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Makes the same text of all bodies that mean the same, without spaces and with sorted keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isPlainObject(member) ? Object.fromEntries(Object.entries(member).sort(byKey)) : member,
  );
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Matches bodies in which `checkMember` could find something to refuse. Most bodies are plain ASCII
 * and need no check of their members.
 */
const HOLDS_ODD_TEXT = /[^ -[\]-~]|__proto__/;

const checkMember: SourceReviver = (key, value, { source }) => {
  // The key `__proto__` is refused: no one needs it, and it endangers code that copies by
  // assignment.
  if (key === '__proto__') throw new SyntaxError('a body has no key __proto__');
  if (cleanText(key, key.length) !== key) throw new SyntaxError('a key holds what no text may');
  return typeof value === 'string' ? checkText(value) : takeNumber(value, source);
};

/**
 * Checks a text. Some clients cut a text in the middle of an emoji. UTF-8 cannot express half a
 * character, so it becomes U+FFFD.
 */
function checkText(text: string): string {
  // NUL is refused: PostgreSQL cannot store it, and removing it would change the text that a
  // payment carries.
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
