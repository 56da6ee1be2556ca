import { msat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { bytesToHex } from '../../base/hex.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { hexParameter } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { InvoicePlace } from '../../lightning/node-port.ts';
import { MAX_LOOKED_AT_RECEIPTS, MAX_SKIMMED_RECEIPTS } from '../limits.ts';
import {
  type BoundNode,
  type CreditedReceipt,
  type NodeCursor,
  type NodeStore,
  type SettledPlace,
  WATCHER_LEASE,
} from '../node-store.ts';

export const createNodeStore = (database: Database): NodeStore =>
  bindQueries(database, {
    bindNode,
    readCursor,
    setBaseline,
    advanceCursor,
    readPassedInvoice,
    setPassedInvoice,
    readCheckedSettlement,
    setCheckedSettlement,
    hasReceipt,
    newestReceipts,
  });

async function bindNode(sql: Sql, network: string, pubkey: string): Promise<BoundNode> {
  await sql`
    insert into bound_node (network, pubkey) values (${network}, ${pubkey})
    on conflict do nothing`;
  const [bound] = await sql<BoundNode[]>`select network, pubkey from bound_node`;
  assert(bound !== undefined, 'a bound node is never unbound');
  return bound;
}

async function readCursor(sql: Sql, pubkey: string): Promise<NodeCursor> {
  const [row] = await sql<{ settle_index: bigint; baseline: bigint | null }[]>`
    select settle_index, baseline from node_cursor where pubkey = ${pubkey}`;
  return { settleIndex: row?.settle_index ?? 0n, baseline: row?.baseline ?? null };
}

/**
 * Stores the baseline, the settle index up to which invoices do not belong to this service. The
 * cursor starts there, because these invoices count as read.
 */
async function setBaseline(
  sql: Sql,
  pubkey: string,
  baseline: bigint,
  fence: bigint,
): Promise<boolean> {
  const { count } = await sql`
    with leader as (select fence from lease where name = ${WATCHER_LEASE} for share)
    insert into node_cursor (pubkey, settle_index, baseline)
      select ${pubkey}, ${baseline}::bigint, ${baseline}::bigint
      where coalesce((select fence from leader), 0) <= ${fence}
    on conflict (pubkey) do update set
      baseline = excluded.baseline,
      settle_index = greatest(node_cursor.settle_index, excluded.settle_index)
    where node_cursor.baseline is null`;
  return count === 1;
}

async function advanceCursor(
  sql: Sql,
  pubkey: string,
  settleIndex: bigint,
  fence: bigint,
): Promise<boolean> {
  const { count } = await sql`
    with leader as (select fence from lease where name = ${WATCHER_LEASE} for share)
    insert into node_cursor (pubkey, settle_index)
      select ${pubkey}, ${settleIndex}::bigint
      where coalesce((select fence from leader), 0) <= ${fence}
    on conflict (pubkey) do update set
      settle_index = greatest(node_cursor.settle_index, excluded.settle_index)`;
  return count === 1;
}

interface PassedRow {
  readonly passed_add_index: bigint | null;
  readonly passed_hash: Uint8Array | null;
}

async function readPassedInvoice(sql: Sql, pubkey: string): Promise<InvoicePlace | null> {
  const [row] = await sql<PassedRow[]>`
    select passed_add_index, passed_hash from node_cursor where pubkey = ${pubkey}`;
  if (row === undefined || row.passed_add_index === null || row.passed_hash === null) return null;
  return { addIndex: row.passed_add_index, paymentHash: bytesToHex(row.passed_hash) };
}

async function setPassedInvoice(
  sql: Sql,
  pubkey: string,
  { addIndex, paymentHash }: InvoicePlace,
  fence: bigint,
): Promise<boolean> {
  const { count } = await sql`
    with leader as (select fence from lease where name = ${WATCHER_LEASE} for share)
    update node_cursor
    set passed_add_index = ${addIndex}::bigint, passed_hash = ${hexParameter(paymentHash)}
    where pubkey = ${pubkey} and coalesce((select fence from leader), 0) <= ${fence}`;
  return count === 1;
}

interface CheckedRow {
  readonly checked_settle_index: bigint | null;
  readonly checked_hash: Uint8Array | null;
}

async function readCheckedSettlement(sql: Sql, pubkey: string): Promise<SettledPlace | null> {
  const [row] = await sql<CheckedRow[]>`
    select checked_settle_index, checked_hash from node_cursor where pubkey = ${pubkey}`;
  if (row === undefined || row.checked_settle_index === null || row.checked_hash === null) {
    return null;
  }
  return { settleIndex: row.checked_settle_index, paymentHash: bytesToHex(row.checked_hash) };
}

async function setCheckedSettlement(
  sql: Sql,
  pubkey: string,
  { settleIndex, paymentHash }: SettledPlace,
  fence: bigint,
): Promise<boolean> {
  const { count } = await sql`
    with leader as (select fence from lease where name = ${WATCHER_LEASE} for share)
    update node_cursor
    set checked_settle_index = ${settleIndex}::bigint, checked_hash = ${hexParameter(paymentHash)}
    where pubkey = ${pubkey} and coalesce((select fence from leader), 0) <= ${fence}`;
  return count === 1;
}

async function hasReceipt(
  sql: Sql,
  pubkey: string,
  paymentHash: string,
  setId: string | null,
): Promise<boolean> {
  const [row] = await sql`
    select 1 from receipt
    where payment_hash = ${hexParameter(paymentHash)} and set_id = ${setId ?? ''}
      and node_pubkey = ${pubkey} and source = 'node'`;
  return row !== undefined;
}

/**
 * Finds the newest credited receipts by id. Ids grow with the time of the credit, so no separate
 * index is needed.
 */
async function newestReceipts(
  sql: Sql,
  pubkey: string,
  settledBefore: Date,
): Promise<readonly CreditedReceipt[]> {
  const rows = await sql<{ payment_hash: Uint8Array; amount_msat: bigint }[]>`
    select payment_hash, amount_msat
    from (select * from receipt order by id desc limit ${MAX_SKIMMED_RECEIPTS}) newest
    where source = 'node' and node_pubkey = ${pubkey} and set_id = ''
      and settled_at < ${settledBefore}
    order by id desc
    limit ${MAX_LOOKED_AT_RECEIPTS}`;
  return rows.map((row) => ({
    paymentHash: bytesToHex(row.payment_hash),
    amountMsat: msat(row.amount_msat),
  }));
}
