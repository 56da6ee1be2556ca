import type { Rate } from './rate.ts';

/** Port: prices for pages. */
export interface Rates extends PastRates {
  /** Currencies whose price the operator's sources are asked for; empty without a source. */
  readonly currencies: readonly string[];
  /** Finds the newest rate; null for none. */
  findRate(currency: string): Promise<Rate | null>;
}

/** Port: prices of a bitcoin when something was paid. */
export interface PastRates {
  /**
   * Finds a rate for each of the times, in their order; null where none was read in the hour
   * before.
   */
  findRatesAt(currency: string, times: readonly Date[]): Promise<readonly (Rate | null)[]>;
}
