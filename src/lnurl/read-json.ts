/** Reads values from a stranger's JSON. The result is null when a value has another type. */

/** The fields that are read. A stranger may leave out any of them, or add others. */
export type JsonObject = Readonly<Partial<Record<Field, unknown>>>;

type Field =
  | 'callback'
  | 'ciphertext'
  | 'commentAllowed'
  | 'defaultDescription'
  | 'description'
  | 'detail'
  | 'disposable'
  | 'error'
  | 'iv'
  | 'k1'
  | 'mandatory'
  | 'maxSendable'
  | 'maxWithdrawable'
  | 'message'
  | 'metadata'
  | 'minSendable'
  | 'minWithdrawable'
  | 'msg'
  | 'payerData'
  | 'pr'
  | 'reason'
  | 'status'
  | 'successAction'
  | 'tag'
  | 'url'
  | 'verify';

export const asObject = (value: unknown): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : null;

export const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/**
 * Reads a whole number, 0 or more. JSON numbers are exact only up to 2^53 (RFC 8259, 6), so some
 * libraries write larger ones as strings of digits.
 */
export function asInteger(value: unknown): bigint | null {
  if (typeof value === 'string') return /^[0-9]{1,30}$/.test(value) ? BigInt(value) : null;
  const isWhole = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return isWhole ? BigInt(value) : null;
}

/**
 * Makes a stranger's text safe to show: on one line, and without characters that are invisible or
 * change the writing direction.
 */
export function asDisplayText(text: string, maxLength: number): string {
  const visible = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, (gap) =>
    /[\u200c\u200d]/.test(gap) && gap.length === 1 ? gap : ' ',
  );
  return [...visible.trim().toWellFormed()].slice(0, maxLength).join('');
}
