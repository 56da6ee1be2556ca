import type { Clock } from '../../base/clock.ts';
import { DAY_MS } from '../../base/durations.ts';
import type { Rate } from '../../fiat/rate.ts';
import type { Rates } from '../../fiat/rates.ts';
import type { User } from '../../users/user-store.ts';

export interface ReaderRateDeps {
  readonly clock: Clock;
  readonly rates: Rates;
}

/** What an older price says is no orientation any more. */
const USABLE_MS = DAY_MS;

/**
 * The price in the currency that a reader chose. Null for no choice, for a currency that has no
 * price, and for a price that is too old.
 */
export async function readerRate(
  { clock, rates }: ReaderRateDeps,
  { preferences: { currency } }: User,
): Promise<Rate | null> {
  if (currency === null || !rates.currencies.includes(currency)) return null;
  const rate = await rates.findRate(currency);
  const isUsable = rate !== null && clock.now().getTime() - rate.readAt.getTime() <= USABLE_MS;
  return isUsable ? rate : null;
}
