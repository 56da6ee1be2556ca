import type { User } from '../../../account/user-store.ts';
import type { Rate } from '../../../fiat/rate.ts';
import type { PagePorts } from '../page-ports.ts';

/** The price in the currency that a reader chose; null for none, or one that is not known. */
export async function readerRate(
  { rates }: Pick<PagePorts, 'rates'>,
  { preferences: { currency } }: User,
): Promise<Rate | null> {
  const isKnown = currency !== null && rates.currencies.includes(currency);
  return isKnown ? await rates.findRate(currency) : null;
}
