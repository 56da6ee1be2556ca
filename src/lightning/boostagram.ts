import { isJsonWithin } from '../base/json-size.ts';
import { MAX_JSON_VALUES, MAX_NOTE_LENGTH } from '../base/limits.ts';
import { cleanObject, type Json, type JsonObject } from '../base/text.ts';
import { readUtf8 } from '../base/utf8.ts';
import { cutText } from './custom-records.ts';
import { MAX_BOOSTAGRAM_BYTES, MAX_BOOSTAGRAM_DEPTH } from './limits.ts';

/** The payer's message with a podcast payment: custom record 7629169, a JSON text (bLIP 10). */
export interface Boostagram {
  /** The fields as received, without characters that a database or a page cannot hold. */
  readonly fields: JsonObject;
  readonly senderName: string | null;
  readonly message: string | null;
}

/**
 * Reads a boostagram; null when the bytes are not a JSON object in UTF-8. A stranger wrote the
 * text, and apps differ in its types (some write an id as number, some as string), so fields are
 * cleaned and passed on without a schema.
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

const textOf = (value: Json | undefined): string | null =>
  typeof value === 'string' ? cutText(value, MAX_NOTE_LENGTH) : null;
