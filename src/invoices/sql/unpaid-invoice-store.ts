import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import {
  ADDRESS_GRANT,
  type UnpaidInvoice,
  type UnpaidInvoiceStore,
  type UnpaidPage,
} from '../invoice-store.ts';

export const createUnpaidInvoiceStore = (database: Database): UnpaidInvoiceStore =>
  bindQueries(database, { readPrunedUntil, notePruned, listUnpaid, removeUnpaid });

async function readPrunedUntil(sql: Sql, nodePubkey: string): Promise<Date | null> {
  const [row] = await sql<{ swept_until: Date | null }[]>`
    select swept_until from node_cursor where pubkey = ${nodePubkey}`;
  return row?.swept_until ?? null;
}

async function notePruned(sql: Sql, nodePubkey: string, until: Date): Promise<void> {
  await sql`update node_cursor set swept_until = ${until} where pubkey = ${nodePubkey}`;
}

interface UnpaidRow {
  readonly id: string;
  readonly user_id: string;
  readonly payment_hash: string;
  readonly expires_at: Date;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Lists unpaid invoices user by user, as the only suitable index of invoices is by user. An index
 * that also says whether an invoice is paid would make each settlement slower.
 */
async function listUnpaid(
  sql: Sql,
  { nodePubkey, since, before, limit, after }: UnpaidPage,
): Promise<readonly UnpaidInvoice[]> {
  const rows = await sql<UnpaidRow[]>`
    select unpaid.id, owner.id as user_id, encode(payment_hash, 'hex') as payment_hash, expires_at
    from wallet_user owner
    cross join lateral (
      select id, payment_hash, expires_at from invoice
      where user_id = owner.id
        and expires_at < ${before}
        and expires_at >= coalesce(${since}::timestamptz, '-infinity')
        and (owner.id > ${after?.userId ?? FIRST_ID}::uuid or (expires_at, id) >
          (${after?.expiresAt ?? new Date(0)}::timestamptz, ${after?.id ?? FIRST_ID}::uuid))
        and settled_at is null and node_pubkey = ${nodePubkey} and grant_id <> ${ADDRESS_GRANT}
      order by expires_at, id
      limit ${limit}
    ) unpaid
    where owner.id >= ${after?.userId ?? FIRST_ID}::uuid
    order by owner.id, expires_at, unpaid.id
    limit ${limit}`;
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    paymentHash: row.payment_hash,
    expiresAt: row.expires_at,
  }));
}

async function removeUnpaid(sql: Sql, ids: readonly string[]): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select remove_unpaid_invoices(${sql.array([...ids], ARRAY_OF.uuid)}) as count`;
  return row?.count ?? 0;
}
