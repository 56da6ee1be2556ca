import type { Clock } from '../../base/clock.ts';
import { DAY_MS } from '../../base/durations.ts';
import { chosenCurrency } from '../../fiat/chosen-currency.ts';
import type { Rate } from '../../fiat/rate.ts';
import type { Rates } from '../../fiat/rates.ts';
import type { User } from '../../users/user-store.ts';

export interface ReaderRateDeps {
  readonly clock: Clock;
  readonly rates: Rates;
}

/** The age from which a price is not shown any more, because it may be far from the present one. */
const USABLE_MS = DAY_MS;

type Reader = Pick<User, 'preferences'>;

export const readerCurrency = (
  { rates }: Pick<ReaderRateDeps, 'rates'>,
  { preferences: { currency } }: Reader,
): string | null => chosenCurrency(rates, currency);

/**
 * The newest price of a bitcoin in a reader's currency; null if there is none, or it is too old.
 */
export const readerRate = (deps: ReaderRateDeps, reader: Reader): Promise<Rate | null> =>
  usableRate(deps, readerCurrency(deps, reader));

/** The price of a bitcoin for guests, in the first currency of the service. */
export const guestRate = (deps: ReaderRateDeps): Promise<Rate | null> =>
  usableRate(deps, deps.rates.currencies[0] ?? null);

async function usableRate(
  { clock, rates }: ReaderRateDeps,
  currency: string | null,
): Promise<Rate | null> {
  if (currency === null) return null;
  const rate = await rates.findRate(currency);
  const isUsable = rate !== null && clock.now().getTime() - rate.readAt.getTime() <= USABLE_MS;
  return isUsable ? rate : null;
}

/** Reads prices of a bitcoin in a reader's currency at the given times, by one query. */
export async function readerRatesAt(
  deps: Pick<ReaderRateDeps, 'rates'>,
  reader: Reader,
  times: readonly Date[],
): Promise<readonly (Rate | null)[]> {
  const currency = readerCurrency(deps, reader);
  if (currency === null || times.length === 0) return times.map(() => null);
  return await deps.rates.findRatesAt(currency, times);
}

export const readerRateAt = async (
  deps: Pick<ReaderRateDeps, 'rates'>,
  reader: Reader,
  time: Date,
): Promise<Rate | null> => (await readerRatesAt(deps, reader, [time]))[0] ?? null;
