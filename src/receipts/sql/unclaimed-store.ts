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
  ChainArrival,
  LightningArrival,
  UnclaimedMoney,
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
  findUnclaimed: async (id) =>
    isUuid(id) ? await database.query((sql) => findUnclaimed(sql, id)) : null,
});

const FIRST_UUID = '00000000-0000-0000-0000-000000000000';

interface UnclaimedRow {
  readonly id: string;
  readonly amount_msat: bigint;
  readonly settled_at: Date;
  readonly unclaimed_reason: string;
  readonly claimed_by: string | null;
  /** The payment hash; null for money that arrived on the chain. */
  readonly payment_hash: string | null;
  readonly preimage: string | null;
  readonly records: string;
  readonly raw_event: string | null;
  readonly chain: string | null;
}

interface ChainJson {
  readonly address: string;
  readonly txid: string;
  readonly output_index: number;
  readonly block_height: number;
  readonly block_hash: string;
}

const RECEIPT_COLUMNS = `r.id, r.amount_msat, r.settled_at, r.unclaimed_reason,
  encode(r.payment_hash, 'hex') as payment_hash, encode(r.preimage, 'hex') as preimage,
  r.records::text as records, r.raw_event, null::text as chain`;

const DEPOSIT_COLUMNS = `d.id, d.amount_msat, d.ended_at, 'account_closed', null, null, '{}', null,
  json_build_object('address', d.address, 'txid', encode(d.txid, 'hex'),
    'output_index', d.output_index, 'block_height', d.block_height,
    'block_hash', encode(d.block_hash, 'hex'))::text`;

const listUnclaimed = (sql: Sql, limit: number): Promise<readonly UnclaimedMoney[]> =>
  listUnclaimedAfter(sql, null, limit);

async function listUnclaimedAfter(
  sql: Sql,
  afterId: string | null,
  limit: number,
): Promise<readonly UnclaimedMoney[]> {
  const id = afterId !== null && isUuid(afterId) ? afterId : null;
  const last = sql`(
    coalesce(
      (select settled_at from receipt where id = ${id}::uuid
        union all select ended_at from deposit where id = ${id}::uuid),
      '-infinity'::timestamptz),
    coalesce(${id}::uuid, ${FIRST_UUID}::uuid))`;
  const rows = await sql<UnclaimedRow[]>`
    (select ${sql.unsafe(RECEIPT_COLUMNS)}, null::uuid as claimed_by
      from receipt r
      where r.user_id is null and (r.settled_at, r.id) > ${last}
        and not exists (select from receipt claim where claim.claimed_receipt_id = r.id)
      order by r.settled_at, r.id
      limit ${limit})
    union all
    (select ${sql.unsafe(DEPOSIT_COLUMNS)}, null
      from deposit d
      where d.state = 'unclaimed' and d.claim_id is null and (d.ended_at, d.id) > ${last}
      order by d.ended_at, d.id
      limit ${limit})
    order by settled_at, id
    limit ${limit}`;
  return rows.map(toUnclaimed);
}

async function findUnclaimed(sql: Sql, id: string): Promise<UnclaimedMoney | null> {
  const [row] = await sql<UnclaimedRow[]>`
    select ${sql.unsafe(RECEIPT_COLUMNS)}, claim.user_id as claimed_by
    from receipt r
    left join receipt claim on claim.claimed_receipt_id = r.id
    where r.id = ${id} and r.user_id is null
    union all
    select ${sql.unsafe(DEPOSIT_COLUMNS)}, d.claimed_by
    from deposit d
    where d.id = ${id} and d.state = 'unclaimed'`;
  return row === undefined ? null : toUnclaimed(row);
}

const toUnclaimed = (row: UnclaimedRow): UnclaimedMoney => ({
  id: row.id,
  amountMsat: msat(row.amount_msat),
  settledAt: row.settled_at,
  reason: row.unclaimed_reason,
  userId: row.claimed_by,
  arrival: row.chain === null ? lightningArrival(row) : chainArrival(row.chain),
});

function lightningArrival(row: UnclaimedRow): LightningArrival {
  assert(row.payment_hash !== null, 'a receipt has a hash');
  return {
    rail: 'lightning',
    paymentHash: row.payment_hash,
    preimage: row.preimage,
    records: recordsFromJson(JSON.parse(row.records)),
    rawEvent: row.raw_event,
  };
}

const chainArrival = (chain: string): ChainArrival => {
  const row: ChainJson = JSON.parse(chain);
  return {
    rail: 'chain',
    address: row.address,
    txid: row.txid,
    outputIndex: row.output_index,
    block: { height: row.block_height, hash: row.block_hash },
  };
};

async function assign(sql: Sql, event: AssignmentEvent): Promise<AssignmentOutcome> {
  const text = JSON.stringify({
    receipt_id: event.id,
    claimed_receipt_id: event.claimedId,
    user_id: event.userId,
    identifier: event.identifier,
    assigned_at: event.assignedAt,
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
