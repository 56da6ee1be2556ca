import type { Rate } from './rate.ts';

/** Port: what pages know of prices. */
export interface Rates extends PastRates {
  /** Currencies whose price the operator's sources are asked for; empty without a source. */
  readonly currencies: readonly string[];
  /** The newest; null for none. */
  findRate(currency: string): Promise<Rate | null>;
}

/** Port: what one bitcoin cost when something was paid. */
export interface PastRates {
  /** One for each of the times, in their order; null where none was read in the hour before. */
  findRatesAt(currency: string, times: readonly Date[]): Promise<readonly (Rate | null)[]>;
}
