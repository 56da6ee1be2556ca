import { type StorageAllowance, textBytes } from '../../authorization/storage-allowance.ts';
import { type Msat, msat, sat, satToMsat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { batchCalls } from '../../base/batch-calls.ts';
import { bytesToHex } from '../../base/hex.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { bytesToBytea, hexToBytea, isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { Approval, ApprovalState, NewApproval } from '../approval.ts';
import type { ApprovalEnd, ApprovalQuery, ApprovalStore, AskOutcome } from '../approval-store.ts';
import { readAskedOrder, writeAskedOrder } from '../asked-order.ts';
import { MAX_WAITING_OF_SPENDER, MAX_WAITING_OF_USER } from '../limits.ts';

/**
 * Creates the store. Callers that wait read it often, so their reads are batched.
 *
 * @param storage The limit of stored bytes, which counts payments that ask.
 */
export const createApprovalStore = (
  database: Database,
  storage: StorageAllowance | null = null,
): ApprovalStore => ({
  ask: async (approval) => {
    const { userId, grantId, createdAt } = approval;
    const caller = { userId, grantId };
    if (storage !== null && !(await storage.hasRoom(caller, createdAt))) {
      return { kind: 'storage_used_up' };
    }
    const planned = writeAskedOrder(approval.planned);
    const outcome = await database.query((sql) => ask(sql, approval, planned));
    const isNew = outcome.kind === 'asked' && outcome.id === approval.id;
    if (isNew) storage?.count(caller, APPROVAL_BYTES + textBytes(planned));
    return outcome;
  },
  find: batchCalls<string, Approval | null>(MERGED, (ids) =>
    database.query((sql) => findAll(sql, ids)),
  ),
  ...bindQueries(database, {
    findOfPayment,
    end,
    refuseAll,
    listOfUser,
    mute,
    endDue,
    prune,
  }),
});

const MERGED = { maxItems: 64, maxCalls: 2 } as const;

/** About the size of a row and its index entries, without the order. */
const APPROVAL_BYTES = 1024;

async function ask(sql: Sql, approval: NewApproval, planned: string): Promise<AskOutcome> {
  const { claim } = approval;
  const asked = JSON.stringify({
    id: approval.id,
    user_id: approval.userId,
    grant_id: approval.grantId,
    payment_id: approval.planned.ids.paymentId,
    payment_hash: hexToBytea(approval.paymentHash),
    ...(claim !== null && {
      idempotency_key: claim.key,
      request_hash: bytesToBytea(claim.requestHash),
    }),
    planned,
    amount_msat: String(approval.amountMsat),
    max_fee_msat: String(satToMsat(approval.maxFeeSat)),
    created_at: approval.createdAt,
    expires_at: approval.expiresAt,
  });
  const [row] = await sql<{ approval_id: string | null; outcome: string }[]>`
    select approval_id, outcome
    from ask_approval(${asked}, ${MAX_WAITING_OF_SPENDER}, ${MAX_WAITING_OF_USER})`;
  assert(row !== undefined, 'the function answers its one call');
  if (row.outcome === 'too_many' || row.outcome === 'idempotency_mismatch') {
    return { kind: row.outcome };
  }
  assert(row.approval_id !== null, `an answer to one that asks: ${row.outcome}`);
  return { kind: 'asked', id: row.approval_id };
}

interface ApprovalRow {
  readonly id: string;
  readonly user_id: string;
  readonly grant_id: string;
  readonly planned: string;
  readonly payment_hash: Uint8Array | null;
  readonly amount_msat: bigint;
  readonly max_fee_msat: bigint;
  readonly idempotency_key: string | null;
  readonly request_hash: Uint8Array | null;
  readonly created_at: Date;
  readonly expires_at: Date;
  readonly state: ApprovalState;
  readonly ended_at: Date | null;
  readonly ended_on: string | null;
  readonly failure: string | null;
}

const COLUMNS =
  'id, user_id, grant_id, planned, payment_hash, amount_msat, max_fee_msat, idempotency_key, ' +
  'request_hash, created_at, expires_at, state, ended_at, ended_on, failure';

function parse(row: ApprovalRow): Approval {
  const { idempotency_key: key, request_hash: requestHash } = row;
  const amountMsat: Msat = msat(row.amount_msat);
  return {
    id: row.id,
    userId: row.user_id,
    grantId: row.grant_id,
    planned: readAskedOrder(row.planned),
    paymentHash: row.payment_hash && bytesToHex(row.payment_hash),
    amountMsat,
    maxFeeSat: sat(row.max_fee_msat / 1000n),
    claim: key === null || requestHash === null ? null : { key, requestHash },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    state: row.state,
    endedAt: row.ended_at,
    endedOn: row.ended_on,
    failure: row.failure,
  };
}

async function findAll(sql: Sql, ids: readonly string[]): Promise<readonly (Approval | null)[]> {
  const rows = await sql<ApprovalRow[]>`
    select ${sql.unsafe(COLUMNS)} from approval
    where id = any (${sql.array(ids.filter(isUuid), ARRAY_OF.uuid)})`;
  const found = new Map(rows.map((row) => [row.id, parse(row)]));
  return ids.map((id) => found.get(id.toLowerCase()) ?? null);
}

async function findOfPayment(sql: Sql, paymentId: string): Promise<Approval | null> {
  const [row] = await sql<ApprovalRow[]>`
    select ${sql.unsafe(COLUMNS)} from approval where payment_id = ${paymentId}`;
  return row === undefined ? null : parse(row);
}

async function end(
  sql: Sql,
  id: string,
  { state, at, device, failure }: ApprovalEnd,
): Promise<boolean> {
  const { count } = await sql`
    update approval set state = ${state}, ended_at = ${at}, ended_on = ${device},
      failure = ${failure ?? null}
    where id = ${id} and state = 'waiting'`;
  return count > 0;
}

async function refuseAll(
  sql: Sql,
  { userId, grantId }: { readonly userId: string; readonly grantId: string },
  at: Date,
  device: string,
): Promise<number> {
  const { count } = await sql`
    update approval set state = 'refused', ended_at = ${at}, ended_on = ${device}
    where user_id = ${userId} and grant_id = ${grantId} and state = 'waiting'
      and expires_at > ${at}`;
  return count;
}

async function listOfUser(
  sql: Sql,
  { userId, isWaiting, offset, limit }: ApprovalQuery,
): Promise<readonly Approval[]> {
  const rows = await sql<ApprovalRow[]>`
    select ${sql.unsafe(COLUMNS)} from approval
    where user_id = ${userId} ${isWaiting ? sql`and state = 'waiting'` : sql``}
    order by created_at desc, id desc offset ${offset} limit ${limit}`;
  return rows.map(parse);
}

async function mute(
  sql: Sql,
  { userId, grantId }: { readonly userId: string; readonly grantId: string },
  until: Date | null,
): Promise<void> {
  await sql`
    update budget set asks_muted_until = ${until}
    where user_id = ${userId} and grant_id = ${grantId}`;
}

async function endDue(sql: Sql, at: Date, limit: number): Promise<number> {
  const [row] = await sql<{ ended: number }[]>`
    select end_due_approvals(${at}, ${limit}) as ended`;
  return row?.ended ?? 0;
}

async function prune(sql: Sql, endedBefore: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from approval where id in (
      select id from approval where ended_at < ${endedBefore} limit ${limit})`;
  return count;
}
