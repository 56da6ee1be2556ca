import { accept, type Result, refuse } from '../base/result.ts';
import type { HistoryQuery, HistoryStore } from '../wallet/history-store.ts';
import type { HistoryRefusal } from '../wallet/wallet-refusals.ts';

/** A page of settled records, as JSON texts, in the order that the query asks for. */
export async function listHistory(
  deps: { readonly history: HistoryStore },
  query: HistoryQuery,
): Promise<Result<readonly string[], HistoryRefusal>> {
  const answer = await deps.history.listRecords(query);
  if (answer.kind === 'unknown_identifier') return refuse(answer);
  return accept(answer.bodies);
}
