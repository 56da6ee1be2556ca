/** Texts and number formats of the Go language, in which LND writes some of its messages. */

/** A time as Go prints it with `%v`, on a machine in UTC: `2026-01-02 03:04:05 +0000 UTC`. */
export function goTime(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} +0000 UTC`;
}

/**
 * Writes a float64 as Go's `%v` does: with an exponent of at least two digits for large numbers.
 */
export function goFloat(value: number): string {
  if (value < 1e21 && Math.abs(value) < 2 ** 21) return String(value);
  return value.toExponential().replace(/e\+(\d)$/, 'e+0$1');
}

/** The error text of Go's package encoding/hex for a text that is not hex. */
export function hexProblem(text: string): string {
  const wrong = /[^0-9a-fA-F]/.exec(text)?.[0];
  if (wrong === undefined) return 'encoding/hex: odd length hex string';
  const code = (wrong.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `encoding/hex: invalid byte: U+${code} '${wrong}'`;
}
