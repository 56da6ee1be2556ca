import type { Rate } from '../../src/fiat/rate.ts';
import type { Rates } from '../../src/fiat/rates.ts';

/** Prices that a test sets. Without any, pages show none, as where the operator named no source. */
export interface TestRates extends Rates {
  readonly known: Map<string, Rate>;
}

export function createTestRates(currencies: readonly string[] = []): TestRates {
  const known = new Map<string, Rate>();
  return { currencies, known, findRate: async (currency) => known.get(currency) ?? null };
}
