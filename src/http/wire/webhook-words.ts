/**
 * What users read about an attempt that got no response. Why a connection failed is not shown: the
 * difference between a closed port, an unknown name and a forbidden address would let users map
 * the network of this service.
 */
export const describeFailure = (errorClass: string | null): string | null =>
  errorClass === null ? null : (WORDS.get(errorClass) ?? NO_CONNECTION);

const NO_CONNECTION = 'no connection could be made';

const WORDS: ReadonlyMap<string, string> = new Map([
  ['timeout', 'no response arrived in time'],
  ['protocol', 'the response was not valid HTTP'],
  ['too_large', 'the response was too large'],
]);
