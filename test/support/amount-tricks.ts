/**
 * Invalid amounts in the form in which they stand in a body. JSON.parse would turn some of them
 * into whole numbers (the long fraction), or into other numbers (the long ones).
 */
export const AMOUNT_TRICKS: readonly string[] = [
  '0',
  '-0',
  '-1',
  '-1000',
  '1.5',
  '0.1',
  '1.00000000000000000000001',
  '10001e-1',
  '1e-3',
  '1e400',
  '-1e400',
  '9007199254740992',
  '9007199254740993',
  '18446744073709551617',
  '99999999999999999999999999',
  'NaN',
  'Infinity',
  '-Infinity',
  '+1',
  '01',
  '0x10',
  '1_000',
  '1,000',
  'null',
  'true',
  'false',
  '""',
  '"abc"',
  '"-1"',
  '"+1"',
  '"1.0"',
  '"1e3"',
  '" 1"',
  '"1 "',
  '"0"',
  '"0x10"',
  '"NaN"',
  '"١٠"',
  '[]',
  '[1]',
  '[1000]',
  '{}',
  '{"amount":1}',
  '{"rawJSON":"1"}',
];

/**
 * The number 21 in all ways in which JSON may write it (JSON Schema 2020-12, section 4.2.1), as
 * PHP, Python and Ruby do.
 */
export const SPELLINGS_OF_21: readonly string[] = [
  '21',
  '21.0',
  '21.000',
  '2.1e1',
  '2.1E+1',
  '210e-1',
  '0.21e2',
  '2100000000000000000000000e-23',
];

/** Texts of digits, which are amounts only on POST /invoices. */
export const DIGITS_TRICKS: readonly string[] = ['"1"', '"1000"'];
