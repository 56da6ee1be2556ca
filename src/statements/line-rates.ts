import type { Rate } from '../fiat/rate.ts';
import type { PastRates } from '../fiat/rates.ts';
import type { StatementFigures } from './statement.ts';

/** Reads prices for the times of all lines by one query; null where none is known. */
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
