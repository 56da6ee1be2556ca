import type { Rate } from '../../src/fiat/rate.ts';
import type { Rates } from '../../src/fiat/rates.ts';

/** Prices that a test sets. Without any, pages show none, as when the operator names no source. */
export interface TestRates extends Rates {
  readonly known: Map<string, Rate>;
  /** Past prices. Each counts for the hour after its time, and the newest is first. */
  readonly past: Rate[];
  /** The times whose prices pages have asked for, one list per question. */
  readonly pastQueries: Date[][];
}

const HOUR_MS = 3_600_000;

export function createTestRates(currencies: readonly string[] = []): TestRates {
  const known = new Map<string, Rate>();
  const past: Rate[] = [];
  const pastQueries: Date[][] = [];
  return {
    currencies,
    known,
    past,
    pastQueries,
    findRate: async (currency) => known.get(currency) ?? null,
    findRatesAt: async (currency, times) => {
      pastQueries.push([...times]);
      return times.map((time) => {
        const isOf = (rate: Rate): boolean => {
          const agoMs = time.getTime() - rate.readAt.getTime();
          return rate.currency === currency && agoMs >= 0 && agoMs <= HOUR_MS;
        };
        return past.find(isOf) ?? null;
      });
    },
  };
}
