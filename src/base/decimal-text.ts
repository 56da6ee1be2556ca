/** Writes an exact decimal: `1234n` with 8 places becomes `0.00001234`. */
export function decimalText(parts: bigint, places: number): `${number}` {
  const digits = String(parts).padStart(places + 1, '0');
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  // Intl formats a text of digits with one point exactly. TypeScript lets such a text be passed to
  // Intl only if it has the type `${number}`.
  return text as `${number}`;
}
