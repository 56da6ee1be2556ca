/** // Go's texts and formats, where LND shows them. */

/** A time as Go prints it with `%v`, on a machine in UTC: `2026-01-02 03:04:05 +0000 UTC`. */
export function goTime(seconds: number): string {
  const text = new Date(seconds * 1000).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)} +0000 UTC`;
}

/** A float64 with `%v`: exponents, of at least two digits, from 1e21 on, or for seven digits up. */
export function goFloat(value: number): string {
  if (value < 1e21 && Math.abs(value) < 2 ** 21) return String(value);
  return value.toExponential().replace(/e\+(\d)$/, 'e+0$1');
}

/** The error of encoding/hex for text that is not hex. */
export function hexProblem(text: string): string {
  const wrong = /[^0-9a-fA-F]/.exec(text)?.[0];
  if (wrong === undefined) return 'encoding/hex: odd length hex string';
  const code = (wrong.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `encoding/hex: invalid byte: U+${code} '${wrong}'`;
}
