import { Type } from 'typebox';

/** JSON carries numbers exactly up to here. */
const MAX_AMOUNT_SAT = Number.MAX_SAFE_INTEGER;

/** An amount as money endpoints take it: a whole number of satoshis, and nothing else. */
export const amountSchema = Type.Integer({
  minimum: 1,
  maximum: MAX_AMOUNT_SAT,
  description: 'Whole satoshis, greater than 0',
  examples: [1000],
});

/** Clients exist that write the amount of a new invoice as a text of digits. */
export const invoiceAmountSchema = Type.Union(
  [amountSchema, Type.String({ pattern: '^0*[1-9][0-9]{0,15}$', examples: ['1000'] })],
  { description: 'Whole satoshis, greater than 0; a text of digits is accepted too' },
);

/** Amounts, counters and times in answers. */
export const wholeNumber = (description: string) => Type.Integer({ minimum: 0, description });
