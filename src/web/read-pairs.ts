/**
 * Thrown for a form or query with more names and values than any form or query of this service has.
 */
export class TooManyPairsError extends Error {
  override readonly name = 'TooManyPairsError';
  readonly statusCode = 400;
}

/**
 * Reads form-encoded text. Its pairs are counted before they are parsed: parsing a quarter of a
 * megabyte of `a&a&…` would take a third of a second.
 */
export function readPairs(text: string, maxPairs: number): URLSearchParams {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1;
    if (count > maxPairs) throw new TooManyPairsError('there are too many names and values');
  }
  return new URLSearchParams(text);
}

/** Reads the query of a path exactly as it was asked for. */
export const readQuery = (url: string, maxPairs: number): URLSearchParams =>
  readPairs(url.split('?').slice(1).join('?'), maxPairs);
