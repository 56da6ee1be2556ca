import { MAX_WEBHOOK_EXCERPT_LENGTH } from '../../base/limits.ts';

/**
 * The beginning of what a receiver said, fit to be stored and shown: bytes that are no UTF-8
 * become U+FFFD, and what would move a terminal's cursor, turn the direction of writing or not be
 * seen at all is written out.
 */
export function toExcerpt(bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  return utf8
    .decode(bytes.subarray(0, MAX_WEBHOOK_EXCERPT_LENGTH))
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, writeOut)
    .slice(0, MAX_WEBHOOK_EXCERPT_LENGTH)
    .toWellFormed();
}

const utf8 = new TextDecoder();

const writeOut = (char: string): string =>
  `\\u{${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}}`;
