import type { Rates } from './rates.ts';

/**
 * The currency in which a user chose to see values. Null if they chose none, or if the service no
 * longer reads prices in it.
 */
export const chosenCurrency = (
  { currencies }: Pick<Rates, 'currencies'>,
  chosen: string | null,
): string | null => (chosen !== null && currencies.includes(chosen) ? chosen : null);
