import type { Rate } from './rate.ts';
import type { PastRates } from './rates.ts';

/** Port: the newest price of a bitcoin in each currency, and those of the past. */
export interface RateStore extends PastRates {
  /**
   * Stores a price, unless a newer one is stored. The first price of each ten minutes is kept
   * forever, for values in the past.
   */
  storeRate(rate: Rate): Promise<void>;
  findRate(currency: string): Promise<Rate | null>;
}
