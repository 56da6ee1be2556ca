import type { Rate } from '../../fiat/rate.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import { type ReaderRateDeps, readerRatesAt } from '../../web/pages/reader-rate.ts';
import type { ActivityLine } from './activity-line.ts';

/**
 * The price of a bitcoin at the time of each listed movement, by the identifier of the movement.
 * Movements without a known price are left out.
 */
export type LineRates = ReadonlyMap<string, Rate>;

/**
 * Reads the price of bitcoin for all movements on a page by one query. Reads none if the reader
 * hides amounts or has chosen no currency.
 */
export async function readLineRates(
  deps: Pick<ReaderRateDeps, 'rates'>,
  { user, texts }: Pick<UserPageRequest, 'user' | 'texts'>,
  lines: readonly ActivityLine[],
): Promise<LineRates> {
  if (texts.format.hidesAmounts) return new Map();
  const found = await readerRatesAt(
    deps,
    user,
    lines.map(({ paidAt }) => paidAt),
  );
  return new Map(
    lines.flatMap(({ identifier }, place) => {
      const rate = found[place] ?? null;
      return rate === null ? [] : [[identifier, rate] as const];
    }),
  );
}
