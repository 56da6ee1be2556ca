import { InvalidArgumentError } from 'commander';

const TEN_YEARS_SEC = 315_360_000;

/** Reads an option with a duration in seconds. */
export function parseWholeSeconds(text: string): number {
  const seconds = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : Number.NaN;
  if (!(seconds <= TEN_YEARS_SEC)) {
    throw new InvalidArgumentError(`It must be a number of seconds from 1 to ${TEN_YEARS_SEC}.`);
  }
  return seconds;
}
