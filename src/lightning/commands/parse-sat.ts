import { InvalidArgumentError } from 'commander';

const MAX_SAT = 2_100_000_000_000_000;

/** Parses an amount on the command line: whole sats, at least `min`. */
export const parseSat =
  (min: number) =>
  (text: string): number => {
    const amountSat = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!(amountSat >= min && amountSat <= MAX_SAT)) {
      throw new InvalidArgumentError(`It must be a whole number of sats from ${min}.`);
    }
    return amountSat;
  };
