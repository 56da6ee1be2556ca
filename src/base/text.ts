/**
 * Makes a stranger's text fit for storage: no NUL (PostgreSQL cannot store it) or other control
 * character but tabs and line ends, no lone surrogate, at most `maxLength` UTF-16 units.
 */
export function cleanText(text: string, maxLength: number): string {
  return text.replaceAll(CONTROLS, '').slice(0, maxLength).toWellFormed();
}

const CONTROLS = /[^\P{Cc}\t\n\r]/gu;

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * Cleans all texts and keys of a parsed JSON value, whose depth is bounded. The key `__proto__` is
 * dropped, as it is dangerous to code that copies by assignment.
 */
export function cleanJson(value: unknown): Json {
  if (typeof value === 'string') return cleanText(value, value.length);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(cleanJson);
  return typeof value === 'object' && value !== null ? cleanObject(value) : null;
}

export function cleanObject(value: object): JsonObject {
  const entries = Object.entries(value)
    .map(([key, member]): [string, Json] => [cleanText(key, key.length), cleanJson(member)])
    .filter(([key]) => key !== '__proto__');
  // `fromEntries` defines properties and assigns none, so no key reaches a setter.
  return Object.fromEntries(entries);
}

/**
 * Makes a stranger's text safe for a terminal. Characters that would move its cursor, change the
 * direction of writing or be invisible are escaped as in JSON, so that JSON keeps its meaning.
 */
export const escapeInvisible = (text: string): string => text.replaceAll(HIDDEN, writeOut);

/**
 * Makes a stranger's text fit for a page on which someone decides about money: on one line, at most
 * `maxLength` characters, and with a sign in place of each that would be invisible or would change
 * the direction of writing.
 */
export function showForeign(text: string, maxLength: number): string {
  const line = [...text.toWellFormed().replaceAll(/\s+/g, ' ').trim()];
  const shown = line.slice(0, maxLength).join('').replaceAll(UNSHOWN, '\ufffd');
  return line.length > maxLength ? `${shown}…` : shown;
}

/** Hidden characters, except for joiners, which letters and emoji may need. */
const UNSHOWN = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu;

/**
 * Whether a text contains something invisible, such as a letter without a picture. Joiners and
 * variation selectors are allowed, as letters and emoji may need them.
 */
export const hasInvisible = (text: string): boolean =>
  INVISIBLE.test(text.replaceAll(/\p{Variation_Selector}|\u200c|\u200d/gu, ''));

/**
 * Matches invisible characters. U+2800, the Braille pattern without a dot, is named by itself, as
 * Unicode gives it none of the properties that mark the others as invisible.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Removes the given characters from the end of a text, in linear time. A regular expression such as
 * `=+$` would begin again at each of them.
 */
export function removeSuffix(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Removes the given characters from both ends of a text. */
export function removeSuffixes(text: string, signs: string): string {
  let start = 0;
  while (start < text.length && signs.includes(text.charAt(start))) start += 1;
  return removeSuffix(text.slice(start), signs);
}

/**
 * Characters that may not reach a terminal: control and format characters, line and paragraph
 * separators.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const writeOut = (char: string): string =>
  Array.from(
    { length: char.length },
    (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
