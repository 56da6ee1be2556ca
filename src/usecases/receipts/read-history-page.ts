import { accept, type Result } from '../../base/result.ts';
import type { HistoryQuery, HistoryStore } from '../../wallet/history-store.ts';
import type { HistoryRefusal } from '../../wallet/wallet-refusals.ts';
import { listHistory } from './list-history.ts';

export interface HistoryPageInput {
  readonly userId: string;
  readonly direction: HistoryQuery['direction'];
  /** Identifier of a record: shows what came before it; null for the newest. */
  readonly before: string | null;
  readonly limit: number;
}

export interface HistoryPage {
  /** JSON texts, newest first. */
  readonly records: readonly string[];
  readonly hasOlder: boolean;
}

/** What moved the money of a user, a page at a time. */
export async function readHistoryPage(
  deps: { readonly history: HistoryStore },
  { limit, ...wish }: HistoryPageInput,
): Promise<Result<HistoryPage, HistoryRefusal>> {
  // One more than shown, to find out whether there are older ones.
  const listed = await listHistory(deps, { ...WHOLE_PAST, ...wish, limit: limit + 1 });
  if (!listed.ok) return listed;
  const records = listed.value.slice(0, limit);
  return accept({ records, hasOlder: listed.value.length > records.length });
}

const WHOLE_PAST = {
  createdAfter: null,
  createdBefore: null,
  since: null,
  settledSince: null,
  offset: 0,
};
