import { msat } from '../../base/amount.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { WithdrawDraft, WithdrawStore } from '../stores/withdraw-store.ts';

export const createWithdrawStore = (database: Database): WithdrawStore => ({
  ...bindQueries(database, { findDraft, setInvoice, markAccepted, pruneDrafts }),
  insertDraft: (draft, maxUnasked) =>
    database.transaction(async (sql) => {
      await makeRoom(sql, draft.userId, maxUnasked);
      await insertDraft(sql, draft);
    }),
});

/**
 * Removes the oldest withdraw links that a user has opened, to make room for a new one. Those for
 * which an invoice was made stay. The user's row is locked, so that two inserts for one user wait
 * for each other.
 */
async function makeRoom(sql: Sql, userId: string, maxUnasked: number): Promise<void> {
  await sql`select from wallet_user where id = ${userId} for no key update`;
  await sql`
    delete from withdraw_draft where id in (
      select id from withdraw_draft where user_id = ${userId} and invoice_id is null
      order by created_at desc, id desc offset ${maxUnasked - 1})`;
}

async function insertDraft(sql: Sql, draft: WithdrawDraft): Promise<void> {
  const { id, userId, domain, offer, createdAt } = draft;
  await sql`
    insert into withdraw_draft (
      id, user_id, domain, callback, k1, description, min_msat, max_msat, created_at)
    values (${id}, ${userId}, ${domain}, ${offer.callback}, ${offer.k1}, ${offer.text},
      ${offer.minMsat}, ${offer.maxMsat}, ${createdAt})`;
}

interface DraftRow {
  readonly id: string;
  readonly user_id: string;
  readonly domain: string;
  readonly callback: string;
  readonly k1: string;
  readonly description: string;
  readonly min_msat: bigint;
  readonly max_msat: bigint;
  readonly created_at: Date;
  readonly invoice_id: string | null;
  readonly accepted_at: Date | null;
}

async function findDraft(sql: Sql, userId: string, id: string): Promise<WithdrawDraft | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<DraftRow[]>`
    select id, user_id, domain, callback, k1, description, min_msat, max_msat, created_at,
      invoice_id, accepted_at
    from withdraw_draft where id = ${id} and user_id = ${userId}`;
  if (row === undefined) return null;
  return {
    id: row.id,
    userId: row.user_id,
    domain: row.domain,
    offer: {
      tag: 'withdrawRequest',
      callback: row.callback,
      k1: row.k1,
      minMsat: msat(row.min_msat),
      maxMsat: msat(row.max_msat),
      text: row.description,
    },
    createdAt: row.created_at,
    invoiceId: row.invoice_id,
    acceptedAt: row.accepted_at,
  };
}

async function setInvoice(sql: Sql, id: string, invoiceId: string): Promise<string | null> {
  const [row] = await sql<{ invoice_id: string }[]>`
    update withdraw_draft set invoice_id = coalesce(invoice_id, ${invoiceId}) where id = ${id}
    returning invoice_id`;
  return row?.invoice_id ?? null;
}

async function markAccepted(sql: Sql, id: string, at: Date): Promise<void> {
  await sql`
    update withdraw_draft set accepted_at = coalesce(accepted_at, ${at}) where id = ${id}`;
}

async function pruneDrafts(sql: Sql, before: Date, limit: number): Promise<number> {
  const rows = await sql`
    delete from withdraw_draft where id in (
      select id from withdraw_draft where created_at < ${before} order by created_at limit ${limit})
    returning id`;
  return rows.length;
}
