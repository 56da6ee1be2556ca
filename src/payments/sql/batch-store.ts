import type { StorageAllowance } from '../../authorization/storage-allowance.ts';
import { msat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import type { IdempotencyClaim } from '../../base/idempotency.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import {
  hexToBytea,
  isUuid,
  recordsFromJson,
  recordsToJson,
} from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { confirmWritten } from '../../database/standby-wait.ts';
import type { ApprovalGiven } from '../../ledger/money-store.ts';
import { writeOnce } from '../../ledger/sql/idempotency-store.ts';
import { batchItemBytes } from '../../ledger/stored-bytes.ts';
import type {
  BatchItem,
  BatchStore,
  InsertApprovedOutcome,
  PaymentBatch,
  StoredRefusal,
} from '../batch-store.ts';

/**
 * @param storage The limit of stored bytes, which counts the items: they are stored before any of
 * them becomes a payment, and stay even if none does.
 */
export const createBatchStore = (
  database: Database,
  storage: StorageAllowance | null = null,
): BatchStore => ({
  insertBatch: (batch, grantId, claim) =>
    database.query((sql) =>
      writeOnce(sql, { userId: batch.userId, grantId }, claim, async (isTaken) => {
        const caller = { userId: batch.userId, grantId };
        const hasRoom = storage === null || (await storage.hasRoom(caller, batch.createdAt));
        // A repeat of an earlier call gets its answer even if the limit of stored bytes is reached.
        if (!hasRoom) return (await isTaken()) ? false : { kind: 'storage_used_up' };
        if (!(await insertBatch(sql, batch, grantId, claim))) return false;
        storage?.count(caller, bytesOf(batch));
        return { kind: 'inserted' };
      }),
    ),
  insertApproved: (batch, grantId, approval) =>
    database.query(async (sql) => {
      const caller = { userId: batch.userId, grantId };
      const hasRoom = storage === null || (await storage.hasRoom(caller, batch.createdAt));
      if (!hasRoom) return { kind: 'storage_used_up' };
      const outcome = await insertApproved(sql, batch, approval);
      if (outcome.kind === 'inserted') storage?.count(caller, bytesOf(batch));
      return outcome;
    }),
  ...bindQueries(database, {
    findBatch,
    refuseItem,
    cancelPendingItems,
    listOrphanBatches,
    forgetItems,
  }),
});

const bytesOf = ({ items }: PaymentBatch): number =>
  items.reduce((sum, item) => sum + batchItemBytes(item), 0);

/** Stores a batch. False when another call has stored one with the same idempotency key before. */
async function insertBatch(
  sql: Sql,
  batch: PaymentBatch,
  grantId: string,
  claim: IdempotencyClaim | null,
): Promise<boolean> {
  const items = JSON.stringify(batch.items.map((item) => toColumns(batch.id, item)));
  const key = claim?.key ?? null;
  const written = await sql`
    with claim as (
      insert into idempotency_key
          (user_id, grant_id, key, request_hash, target_kind, target_id)
        select ${batch.userId}, ${grantId}, ${key}, ${claim?.requestHash ?? null}::bytea,
          'batch', ${batch.id}::uuid
        where ${key}::text is not null
        on conflict do nothing
        returning 1
    ), written as (
      insert into payment_batch (id, user_id, grant_id, owner_process_id, created_at)
        select ${batch.id}::uuid, ${batch.userId}::uuid, ${grantId}, ${batch.ownerProcessId},
          ${batch.createdAt}::timestamptz
        where ${key}::text is null or exists (select from claim)
        returning id
    )
    insert into payment_batch_item (
        batch_id, index, state, payment_id, identifier, preimage, destination, amount_msat, memo,
        records, records_text, refusal_kind, refusal_detail)
      select
        batch_id, index, state, payment_id, identifier, preimage, destination, amount_msat, memo,
        records, records_text, refusal_kind, refusal_detail
      from json_populate_recordset(null::payment_batch_item, ${items})
      where exists (select from written)`;
  return written.count === batch.items.length;
}

async function insertApproved(
  sql: Sql,
  { id, ownerProcessId, createdAt, items }: PaymentBatch,
  { approvalId, at, device, raisesAskAbove }: ApprovalGiven,
): Promise<InsertApprovedOutcome> {
  const list = JSON.stringify(items.map((item) => toColumns(id, item)));
  const [row] = await sql<{ outcome: InsertApprovedOutcome['kind'] }[]>`
    select approve_keysends(${approvalId}, ${at}, ${device}, ${raisesAskAbove},
      ${ownerProcessId}, ${createdAt}, ${list}) as outcome`;
  assert(row !== undefined, 'the function answers its one call');
  return { kind: row.outcome };
}

const toColumns = (batchId: string, item: BatchItem): object => ({
  batch_id: batchId,
  index: item.index,
  state: item.state,
  payment_id: item.paymentId,
  identifier: item.identifier,
  preimage: hexToBytea(item.preimage),
  destination: item.destination,
  amount_msat: String(item.amountMsat),
  memo: item.memo,
  records: recordsToJson(item.records),
  records_text: item.recordsText === null ? null : JSON.stringify(item.recordsText),
  refusal_kind: item.refusal?.kind,
  refusal_detail: item.refusal?.detail,
});

interface BatchRow {
  readonly user_id: string;
  readonly owner_process_id: string;
  readonly created_at: Date;
}

interface ItemRow {
  readonly index: number;
  readonly state: BatchItem['state'];
  readonly payment_id: string;
  readonly identifier: string;
  readonly preimage: string;
  readonly destination: string;
  readonly amount_msat: bigint;
  readonly memo: string | null;
  readonly records: string;
  readonly records_text: string | null;
  readonly refusal_kind: StoredRefusal['kind'] | null;
  readonly refusal_detail: string | null;
}

async function findBatch(sql: Sql, id: string): Promise<PaymentBatch | null> {
  if (!isUuid(id)) return null;
  const rows = await sql<(BatchRow & ItemRow)[]>`
    select b.user_id, b.owner_process_id, b.created_at, item.index, item.state, item.payment_id,
      item.identifier, encode(item.preimage, 'hex') as preimage, item.destination,
      item.amount_msat, item.memo, item.records, item.records_text, item.refusal_kind,
      item.refusal_detail
    from payment_batch b
    join payment_batch_item item on item.batch_id = b.id
    where b.id = ${id}
    order by item.index`;
  const [first] = rows;
  if (first === undefined) return null;
  return {
    id,
    userId: first.user_id,
    ownerProcessId: first.owner_process_id,
    createdAt: first.created_at,
    items: rows.map(parseItem),
  };
}

const parseItem = (row: ItemRow): BatchItem => ({
  index: row.index,
  state: row.state,
  paymentId: row.payment_id,
  identifier: row.identifier,
  preimage: row.preimage,
  destination: row.destination,
  amountMsat: msat(row.amount_msat),
  memo: row.memo,
  records: recordsFromJson(JSON.parse(row.records)),
  recordsText: row.records_text === null ? null : JSON.parse(row.records_text),
  refusal:
    row.refusal_kind === null || row.refusal_detail === null
      ? null
      : { kind: row.refusal_kind, detail: row.refusal_detail },
});

async function refuseItem(
  sql: Sql,
  batchId: string,
  index: number,
  refusal: StoredRefusal,
): Promise<void> {
  await sql`
    update payment_batch_item set
      state = 'refused', refusal_kind = ${refusal.kind}, refusal_detail = ${refusal.detail}
    where batch_id = ${batchId} and index = ${index} and state = 'pending'`;
}

/**
 * Cancels pending items. A batch whose commit is still waiting for a standby is not visible, so
 * this function waits and tries again.
 */
async function cancelPendingItems(sql: Sql, batchId: string): Promise<void> {
  if (await cancelItems(sql, batchId)) return;
  await confirmWritten(sql);
  await cancelItems(sql, batchId);
}

/**
 * Cancels items, and returns whether the batch exists. Rows are locked in the same order as in the
 * SQL functions that start items of a batch, so that the two cannot deadlock.
 */
async function cancelItems(sql: Sql, batchId: string): Promise<boolean> {
  const [row] = await sql<{ is_there: boolean }[]>`
    with pending as (
      select batch_id, index from payment_batch_item
      where batch_id = ${batchId} and state = 'pending'
      order by batch_id, index
      for no key update
    ), cancelled as (
      update payment_batch_item item set state = 'cancelled'
      from pending
      where item.batch_id = pending.batch_id and item.index = pending.index
    )
    select exists (select from payment_batch where id = ${batchId}) as is_there`;
  return row?.is_there === true;
}

async function listOrphanBatches(
  sql: Sql,
  deadSince: Date,
  limit: number,
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select b.id from payment_batch b
    where exists (
        select from payment_batch_item item where item.batch_id = b.id and item.state = 'pending')
      and not exists (
        select from process
        where process.id = b.owner_process_id and not process.is_gone
            and process.heartbeat_at >= ${deadSince})
    order by b.id
    limit ${limit}`;
  return rows.map((row) => row.id);
}

async function forgetItems(sql: Sql, endedBefore: Date, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select forget_batch_items(${endedBefore}, ${limit}) as count`;
  return row?.count ?? 0;
}
