import { MAX_WEBHOOK_EXCERPT_LENGTH } from '../limits.ts';

/**
 * The start of a receiver's answer, made fit for storing and showing: invalid UTF-8 becomes U+FFFD,
 * and characters that move a terminal's cursor, change the direction of writing or are invisible
 * are escaped.
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
