/**
 * Text that a stranger sent, made fit for storage: no NUL (PostgreSQL has no place for it), no lone
 * surrogate, at most `maxLength` UTF-16 units.
 */
export function cleanText(text: string, maxLength: number): string {
  return text.replaceAll('\u0000', '').slice(0, maxLength).toWellFormed();
}

/**
 * Text of others for a terminal: what would move its cursor, turn the direction of writing or not
 * be seen at all is written out, as JSON writes it. Inside a JSON text it means the same as before.
 */
export const writeOutHidden = (text: string): string => text.replaceAll(HIDDEN, writeOut);

/** Whether there is something in it that cannot be seen. Letters and emoji may need joiners. */
export const holdsHidden = (text: string): boolean =>
  text.replaceAll(/[\u200c\u200d]/g, '').search(HIDDEN) !== -1;

/** Control and format characters, and separators of lines and paragraphs. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

const writeOut = (char: string): string =>
  Array.from(
    { length: char.length },
    (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
