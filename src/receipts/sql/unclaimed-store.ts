import { logged } from '../../alarms/operator-log/sql/write-action.ts';
import { msat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid, recordsFromJson } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { MoneyAnswer } from '../../ledger/sql/money-answers.ts';
import type {
  AssignmentEvent,
  AssignmentOutcome,
  UnclaimedReceipt,
  UnclaimedStore,
} from '../unclaimed-store.ts';

export const createUnclaimedStore = (database: Database): UnclaimedStore => ({
  ...bindQueries(database, {
    listUnclaimed,
    listUnclaimedAfter,
  }),
  assign: (event) =>
    logged(
      database,
      event.action,
      (sql) => assign(sql, event),
      ({ kind }) => kind === 'assigned',
    ),
  findUnclaimed: async (receiptId) =>
    isUuid(receiptId) ? await database.query((sql) => findUnclaimed(sql, receiptId)) : null,
});

const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

interface UnclaimedRow {
  readonly id: string;
  readonly payment_hash: string;
  readonly preimage: string | null;
  readonly amount_msat: bigint;
  readonly records: string;
  readonly settled_at: Date;
  readonly unclaimed_reason: string;
  readonly raw_event: string | null;
  readonly claimed_by: string | null;
}

const listUnclaimed = (sql: Sql, limit: number): Promise<readonly UnclaimedReceipt[]> =>
  listUnclaimedAfter(sql, null, limit);

async function listUnclaimedAfter(
  sql: Sql,
  receiptId: string | null,
  limit: number,
): Promise<readonly UnclaimedReceipt[]> {
  const id = receiptId !== null && isUuid(receiptId) ? receiptId : null;
  const rows = await sql<UnclaimedRow[]>`
    select r.id, encode(r.payment_hash, 'hex') as payment_hash,
      encode(r.preimage, 'hex') as preimage, r.amount_msat, r.records, r.settled_at,
      r.unclaimed_reason, r.raw_event, null as claimed_by
    from receipt r
    where r.user_id is null
      and (r.settled_at, r.id) > (
        coalesce((select settled_at from receipt where id = ${id}::uuid), '-infinity'::timestamptz),
        coalesce(${id}::uuid, ${FIRST_UUID}::uuid))
      and not exists (select from receipt claim where claim.claimed_receipt_id = r.id)
    order by r.settled_at, r.id
    limit ${limit}`;
  return rows.map(toUnclaimed);
}

async function findUnclaimed(sql: Sql, receiptId: string): Promise<UnclaimedReceipt | null> {
  const [row] = await sql<UnclaimedRow[]>`
    select r.id, encode(r.payment_hash, 'hex') as payment_hash,
      encode(r.preimage, 'hex') as preimage, r.amount_msat, r.records, r.settled_at,
      r.unclaimed_reason, r.raw_event, claim.user_id as claimed_by
    from receipt r
    left join receipt claim on claim.claimed_receipt_id = r.id
    where r.id = ${receiptId} and r.user_id is null`;
  return row === undefined ? null : toUnclaimed(row);
}

const toUnclaimed = (row: UnclaimedRow): UnclaimedReceipt => ({
  id: row.id,
  paymentHash: row.payment_hash,
  preimage: row.preimage,
  amountMsat: msat(row.amount_msat),
  records: recordsFromJson(JSON.parse(row.records)),
  settledAt: row.settled_at,
  reason: row.unclaimed_reason,
  rawEvent: row.raw_event,
  userId: row.claimed_by,
});

async function assign(sql: Sql, event: AssignmentEvent): Promise<AssignmentOutcome> {
  const { receipt } = event;
  const text = JSON.stringify({
    receipt_id: receipt.id,
    claimed_receipt_id: event.claimedReceiptId,
    user_id: event.userId,
    identifier: receipt.identifier,
    assigned_at: receipt.settledAt,
    has_boostagram: event.hasBoostagram,
    body: event.record,
  });
  const [answer] = await sql<MoneyAnswer[]>`
    select outcome, detail, target_id from assign_unclaimed(${text})`;
  assert(answer !== undefined, 'a money function answers each event');
  return toOutcome(answer);
}

function toOutcome({ outcome, target_id: userId }: MoneyAnswer): AssignmentOutcome {
  switch (outcome) {
    case 'assigned':
    case 'present':
    case 'payee_closed':
    case 'unknown':
      return { kind: outcome };
    default:
      assert(outcome === 'taken' && userId !== null, 'an assignment has one of five outcomes');
      return { kind: 'taken', userId };
  }
}
