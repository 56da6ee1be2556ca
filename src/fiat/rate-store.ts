import type { Rate } from './rate.ts';

/** Port: the newest rate of each currency. */
export interface RateStore {
  /** A newer one in its place stays. */
  storeRate(rate: Rate): Promise<void>;
  findRate(currency: string): Promise<Rate | null>;
}
