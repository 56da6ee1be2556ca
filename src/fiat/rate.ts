import { assert } from '../base/assert.ts';

/**
 * The price of one bitcoin in a currency. It is shown beside amounts, and never decides anything.
 */
export interface Rate {
  /** The code of the currency (ISO 4217). */
  readonly currency: string;
  /** The price in hundredths of the currency, even if it has no smaller coin. */
  readonly centsPerBtc: bigint;
  readonly readAt: Date;
}

const SAT_PER_BTC = 100_000_000n;
/** The highest price of a bitcoin that is believed: a higher one is an error of the source. */
const MAX_CENTS_PER_BTC = 10n ** 16n;

/** The value of an amount in hundredths of the currency, rounded half up. */
export const fiatValueInCents = (
  amountSat: bigint,
  { centsPerBtc }: Pick<Rate, 'centsPerBtc'>,
): bigint => (amountSat * centsPerBtc + SAT_PER_BTC / 2n) / SAT_PER_BTC;

/** Computes how many whole sats a value in a currency is, rounded half up. */
export function satsFor(cents: bigint, { centsPerBtc }: Pick<Rate, 'centsPerBtc'>): bigint {
  assert(centsPerBtc > 0n, 'a price is above zero');
  return (cents * SAT_PER_BTC + centsPerBtc / 2n) / centsPerBtc;
}

/**
 * Reads a price from a JSON answer at a path such as `data.amount` or `bitcoin.eur`. The price may
 * be a number or a decimal text. Null for anything else, for zero, and for more than a bitcoin can
 * cost. Upper and lower case do not matter in the path.
 */
export function readPrice(answer: unknown, path: string): bigint | null {
  let value = answer;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return null;
    const entry = Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase());
    value = entry?.[1];
  }
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  return readCents(String(value));
}

/** Reads a decimal text in hundredths: `64250.5` is `6425050n`. Further digits are dropped. */
export function readCents(text: string): bigint | null {
  const match = /^(\d{1,16})(?:\.(\d{1,40}))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  const cents = BigInt(`${whole}${fraction.slice(0, 2).padEnd(2, '0')}`);
  return cents > 0n && cents <= MAX_CENTS_PER_BTC ? cents : null;
}
