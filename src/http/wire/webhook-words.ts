/**
 * What users read of an attempt without an answer, by its class. Why there was no connection is not
 * told: the difference between a closed port, an unknown name and an address that is not allowed
 * would map the network that this service stands in.
 */
export const describeFailure = (errorClass: string | null): string | null =>
  errorClass === null ? null : (WORDS.get(errorClass) ?? NO_CONNECTION);

const NO_CONNECTION = 'no connection could be made';

const WORDS: ReadonlyMap<string, string> = new Map([
  ['timeout', 'no answer came in time'],
  ['protocol', 'the answer was not usable HTTP'],
  ['too_large', 'the answer was too large'],
]);
