import type { Rate } from './rate.ts';

/** Port: prices of a bitcoin for pages. */
export interface Rates extends PastRates {
  /** Currencies whose price is read from the operator's sources; none without a source. */
  readonly currencies: readonly string[];
  /** Finds the newest price; null if there is none. */
  findRate(currency: string): Promise<Rate | null>;
}

/** Port: prices of a bitcoin at times in the past. */
export interface PastRates {
  /**
   * Finds a price for each of the times, in the same order. Null for a time in whose preceding hour
   * no price was read.
   */
  findRatesAt(currency: string, times: readonly Date[]): Promise<readonly (Rate | null)[]>;
}
