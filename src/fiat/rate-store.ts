import type { Rate } from './rate.ts';
import type { PastRates } from './rates.ts';

/** Port: the newest rate of each currency, and those of the past. */
export interface RateStore extends PastRates {
  /**
   * Stores a rate; a newer one in its place stays. The first of each ten minutes is never removed.
   */
  storeRate(rate: Rate): Promise<void>;
  findRate(currency: string): Promise<Rate | null>;
}
