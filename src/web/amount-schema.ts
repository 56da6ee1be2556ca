import { Type } from 'typebox';

/** The largest integer that every JSON parser reads exactly, as many use floating-point numbers. */
const MAX_AMOUNT_SAT = Number.MAX_SAFE_INTEGER;

/** The schema of an amount in a request: a whole number of sats. */
export const amountInSat = (usage = '') =>
  Type.Integer({
    minimum: 1,
    maximum: MAX_AMOUNT_SAT,
    description: `Amount in sat, a whole number greater than 0. ${usage}`.trim(),
    examples: [1000],
  });

/** The schema of a new invoice's amount, which some clients send as a string of digits. */
export const invoiceAmountSchema = Type.Union(
  [amountInSat(), Type.String({ pattern: '^0*[1-9][0-9]{0,15}$', examples: ['1000'] })],
  { description: 'Amount in sat, a whole number greater than 0. A string of digits works too.' },
);

/** The schema of amounts, counters and times in responses. */
export const wholeNumber = (description: string) => Type.Integer({ minimum: 0, description });
