import { MAX_JSON_VALUES } from '../base/bodies/body-limits.ts';
import { isJsonWithin } from '../base/bodies/json-size.ts';
import { MAX_BOOSTAGRAM_BYTES, MAX_BOOSTAGRAM_DEPTH, MAX_NOTE_LENGTH } from '../base/limits.ts';
import { cleanText } from '../base/text.ts';
import { readUtf8 } from '../base/utf8.ts';
import { cutText } from './custom-records.ts';

/** The payer's message beside a podcast payment: record 7629169, JSON text (bLIP 10). */
export interface Boostagram {
  /** The record as received, except what neither a database nor a page can hold: see below. */
  readonly fields: JsonObject;
  readonly senderName: string | null;
  readonly message: string | null;
}

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * Null for anything but a JSON object in UTF-8. A stranger wrote the text, and apps differ (the
 * same id comes as number or string), so fields pass through without a schema. Dropped are NUL in
 * texts and the key `__proto__`, which is dangerous to code that copies by assignment; a lone
 * surrogate becomes U+FFFD.
 */
export function parseBoostagram(bytes: Uint8Array): Boostagram | null {
  if (bytes.length > MAX_BOOSTAGRAM_BYTES || !isJsonWithin(bytes, SIZE)) return null;
  const value = parseJson(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;

  const fields = cleanObject(value);
  return {
    fields,
    senderName: textOf(fields['sender_name']),
    message: textOf(fields['message']),
  };
}

const SIZE = { maxDepth: MAX_BOOSTAGRAM_DEPTH, maxValues: MAX_JSON_VALUES };

function parseJson(bytes: Uint8Array): unknown {
  const text = readUtf8(bytes);
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function cleanObject(value: object): JsonObject {
  const entries = Object.entries(value)
    .map(([key, member]): [string, Json] => [clean(key), cleanJson(member)])
    .filter(([key]) => key !== '__proto__');
  // fromEntries defines properties instead of assigning them: no key reaches a setter.
  return Object.fromEntries(entries);
}

function cleanJson(value: unknown): Json {
  if (typeof value === 'string') return clean(value);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(cleanJson);
  return typeof value === 'object' && value !== null ? cleanObject(value) : null;
}

const clean = (text: string): string => cleanText(text, text.length);

const textOf = (value: Json | undefined): string | null =>
  typeof value === 'string' ? cutText(value, MAX_NOTE_LENGTH) : null;
