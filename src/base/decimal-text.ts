/** Writes an exact decimal: `1234n` with 8 places becomes `0.00001234`. */
export function decimalText(parts: bigint, places: number): `${number}` {
  const digits = String(parts).padStart(places + 1, '0');
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  // Intl reads a text of digits with one point as an exact number, which its types call a number.
  return text as `${number}`;
}
