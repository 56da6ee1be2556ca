/** Declares ECMAScript 2026's JSON.parse source text access, which TypeScript does not know yet. */
declare global {
  interface JSON {
    parse<T = unknown>(text: string, reviver: SourceReviver): T;
    rawJSON(text: string): object;
    isRawJSON(value: unknown): boolean;
  }
}

export type SourceReviver = (
  this: unknown,
  key: string,
  value: unknown,
  context: { readonly source?: string },
) => unknown;

/**
 * Parses JSON that we wrote, and keeps each number as it is written: `1.50`, `1.0` and what is
 * beyond 2^53 become raw text, which `JSON.stringify` writes unchanged.
 */
export const parseExactJson = <T = unknown>(text: string): T =>
  MAY_HOLD_ODD_NUMBER.test(text)
    ? JSON.parse<T>(text, (_, value, { source }) => keepNumber(value, source))
    : JSON.parse(text);

/**
 * Matches JSON with numbers that JavaScript might write differently than they were sent, such as
 * `1.0`. Whole numbers of up to 15 digits always stay the same, so only texts that match are parsed
 * by the slower, exact way. Digits within a string may match as well, which costs time but changes
 * nothing.
 */
export const MAY_HOLD_ODD_NUMBER = /(?:^|[\s:,[])(?:-0|-?\d+[.eE]|-?\d{16})/;

const keepNumber = (value: unknown, source: string | undefined): unknown =>
  typeof value !== 'number' || source === undefined || String(value) === source
    ? value
    : JSON.rawJSON(source);

/**
 * Reads a number of a request; throws for one that hardly any program can hold, such as `1e400`.
 */
export function takeNumber(value: unknown, source: string | undefined): unknown {
  if (value === Infinity || value === -Infinity) throw new SyntaxError('a number is too large');
  return keepNumber(value, source);
}

/**
 * Replaces numbers that are still raw text by JavaScript numbers: `21.0` and `2.1e1` become 21
 * (JSON Schema 2020-12, section 4.2.1). A number that is not whole never becomes whole by rounding.
 * The value of any field `metadata` is left exactly as it was sent. The caller has bounded the
 * depth of the value.
 */
export function settleNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (JSON.isRawJSON(value)) return settleNumber(JSON.stringify(value));
  if (Array.isArray(value)) return value.map(settleNumbers);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'metadata' && !JSON.isRawJSON(member) ? member : settleNumbers(member),
    ]),
  );
}

function settleNumber(source: string): number {
  const rounded = Number(source);
  return wholeNumber(source) ?? (Number.isSafeInteger(rounded) ? Number.NaN : rounded);
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Reads a whole number from its digits, so that nothing is rounded; null for one that is not whole,
 * or is beyond 2^53.
 */
function wholeNumber(source: string): number | null {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return 0;
  const shift = Number(exponent) - fraction.length;
  const [kept, cut] = shift < 0 ? [digits.slice(0, shift), digits.slice(shift)] : [digits, ''];
  if (/[1-9]/.test(cut) || kept.length + Math.max(0, shift) > MAX_DIGITS) return null;
  const size = Number(kept.padEnd(kept.length + Math.max(0, shift), '0'));
  if (!Number.isSafeInteger(size)) return null;
  return sign === '' ? size : -size;
}

const MAX_DIGITS = 16;
