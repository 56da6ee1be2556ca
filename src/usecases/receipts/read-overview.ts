import { assert } from '../../base/assert.ts';
import { OVERVIEW_RECORDS } from '../../base/limits.ts';
import { accept, type Result } from '../../base/result.ts';
import type { HistoryQuery, HistoryStore } from '../../wallet/history-store.ts';
import type { HistoryRefusal } from '../../wallet/wallet-refusals.ts';
import type { WalletFigures, WalletStore } from '../../wallet/wallet-store.ts';
import { listHistory } from './list-history.ts';

export interface OverviewInput {
  readonly userId: string;
  readonly direction: HistoryQuery['direction'];
  /** Identifier of a record: shows what came before it; null for the newest. */
  readonly before: string | null;
}

export interface Overview {
  readonly figures: WalletFigures;
  /** JSON texts, newest first. */
  readonly records: readonly string[];
  readonly hasOlder: boolean;
}

/** What users see of their wallet at a glance. */
export async function readOverview(
  deps: { readonly wallets: WalletStore; readonly history: HistoryStore },
  { userId, direction, before }: OverviewInput,
): Promise<Result<Overview, HistoryRefusal>> {
  // One more than shown, to find out whether there are older ones.
  const query = { ...WHOLE_PAST, userId, direction, before, limit: OVERVIEW_RECORDS + 1 };
  const [figures, listed] = await Promise.all([
    deps.wallets.readFigures(userId),
    listHistory(deps, query),
  ]);
  assert(figures !== null, 'every user has a wallet');
  if (!listed.ok) return listed;
  const records = listed.value.slice(0, OVERVIEW_RECORDS);
  return accept({ figures, records, hasOlder: listed.value.length > records.length });
}

const WHOLE_PAST = {
  createdAfter: null,
  createdBefore: null,
  since: null,
  settledSince: null,
  offset: 0,
};
