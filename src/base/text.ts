/**
 * Text that a stranger sent, made fit for storage: no NUL (PostgreSQL has no place for it), no lone
 * surrogate, at most `maxLength` UTF-16 units.
 */
export function cleanText(text: string, maxLength: number): string {
  return text.replaceAll('\u0000', '').slice(0, maxLength).toWellFormed();
}
