import type { Rates } from './rates.ts';

/**
 * The currency that someone chose; null for no choice, and for a currency whose price is not read
 * any more.
 */
export const chosenCurrency = (
  { currencies }: Pick<Rates, 'currencies'>,
  chosen: string | null,
): string | null => (chosen !== null && currencies.includes(chosen) ? chosen : null);
