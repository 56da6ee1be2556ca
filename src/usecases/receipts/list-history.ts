import { accept, type Result } from '../../base/result.ts';
import type { HistoryQuery, HistoryStore } from '../../wallet/history-store.ts';
import type { HistoryRefusal } from '../../wallet/wallet-refusals.ts';
import { beginHistory } from './begin-history.ts';

/** The same page as a whole, for those who ask for few records. */
export async function listHistory(
  deps: { readonly history: HistoryStore },
  query: HistoryQuery,
): Promise<Result<readonly string[], HistoryRefusal>> {
  const begun = await beginHistory(deps, query);
  if (!begun.ok) return begun;
  const bodies = [...begun.value.bodies];
  for (let { more } = begun.value; more !== null; ) {
    const part = await more();
    bodies.push(...part.bodies);
    more = part.more;
  }
  return accept(bodies);
}
