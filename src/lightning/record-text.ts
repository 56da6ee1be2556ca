import { cleanText } from '../base/text.ts';
import { readUtf8 } from './utf8.ts';

/**
 * A record as text to show and to search: at most `maxLength` UTF-16 units, fit for storage; null
 * when the bytes are not UTF-8. It is derived: the bytes stay the record.
 */
export function recordText(bytes: Uint8Array, maxLength: number): string | null {
  const text = readUtf8(bytes);
  return text === null ? null : cutText(cleanText(text, text.length), maxLength);
}

/** Never between the halves of a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  const splitsPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(
    text.slice(maxLength - 1, maxLength + 1),
  );
  return text.slice(0, splitsPair ? maxLength - 1 : maxLength);
}
