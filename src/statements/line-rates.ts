import type { Rate } from '../fiat/rate.ts';
import type { PastRates } from '../fiat/rates.ts';
import type { StatementFigures } from './statement.ts';

/**
 * Reads the price of a bitcoin at the time of each line of a statement, by one query. A line gets
 * no price where none is known for its time.
 */
export async function readLineRates<Line extends StatementFigures>(
  rates: PastRates,
  currency: string | null,
  lines: readonly Line[],
): Promise<(line: Line) => Rate | null> {
  if (currency === null) return () => null;
  const times = lines.map(({ settledAt }) => settledAt);
  const found = await rates.findRatesAt(currency, times);
  const bySeq = new Map(lines.map(({ seq }, place) => [seq, found[place] ?? null]));
  return ({ seq }) => bySeq.get(seq) ?? null;
}
