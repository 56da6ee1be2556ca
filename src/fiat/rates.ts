import type { Rate } from './rate.ts';

/** Port: what pages know of prices. */
export interface Rates {
  /** Those that the operator's source knows; empty without one. */
  readonly currencies: readonly string[];
  /** The newest; null for none. */
  findRate(currency: string): Promise<Rate | null>;
}
