import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { ChangedWallet, ChangedWalletStore } from '../wallet-feed.ts';

export const createChangedWalletStore = (database: Database): ChangedWalletStore =>
  bindQueries(database, { findChanged });

async function findChanged(
  sql: Sql,
  withinMs: number,
  asked: readonly string[],
): Promise<readonly ChangedWallet[]> {
  const rows = await sql<{ user_id: string; record_seq: bigint; mark: string }[]>`
    select user_id, record_seq, mark
    from find_changed_wallets(${withinMs}, ${sql.array([...asked], ARRAY_OF.uuid)})`;
  return rows.map(({ user_id: userId, record_seq: recordSeq, mark }) => ({
    userId,
    recordSeq,
    mark,
  }));
}
