import { sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { batchCalls } from '../../base/batch-calls.ts';
import type { IdempotencyClaim } from '../../base/idempotency.ts';
import { RowGone } from '../../base/row-gone.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { hexToBytea, isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import { confirmWritten } from '../../database/standby-wait.ts';
import { INVOICE_JSON, parseFoundInvoice } from '../../invoices/sql/invoice-json.ts';
import type { Payment } from '../../ledger/payment.ts';
import type { PaymentState } from '../../ledger/payment-state.ts';
import { writeOnce } from '../../ledger/sql/idempotency-store.ts';
import { toTarget } from '../../ledger/sql/money-answers.ts';
import { PAYMENT_JSON, parsePayment } from '../../ledger/sql/payment-json.ts';
import type {
  Acknowledgement,
  AdoptQuery,
  Dispatch,
  DispatchOutcome,
  PaymentQuery,
  PaymentStore,
  PaymentView,
} from '../payment-store.ts';

/**
 * Creates the store of payments. Statements that every payment needs are batched with those of
 * other payments.
 */
export const createPaymentStore = (database: Database): PaymentStore => ({
  readForPayment: batchCalls(MERGED, (queries) =>
    database.query((sql) => readForPayments(sql, queries)),
  ),
  ...bindQueries(database, {
    findPayment,
    findPayments,
    confirmSeen: confirmWritten,
    markUnknown,
    markNotFound,
    clearNotFound,
    adoptOrphans,
    listOpenPayments,
    listSentBy,
    forgetFailed,
  }),
  beginDispatch: batchCalls(MERGED_ONCE, (dispatches) =>
    database.query((sql) => beginDispatches(sql, dispatches)),
  ),
  markAcknowledged: batchCalls(MERGED, (acknowledgements) =>
    database.query((sql) => markAcknowledged(sql, acknowledgements)),
  ),
  joinPayment: (userId, grantId, claim, paymentId) =>
    database.query((sql) => joinPayment(sql, { userId, grantId }, claim, paymentId)),
});

const MERGED = { maxItems: 64, maxCalls: 2 } as const;
/**
 * Options for batching without a second try. A repeated compare-and-set could not tell that its
 * first try has succeeded.
 */
const MERGED_ONCE = { ...MERGED, onFailure: 'fail_all' } as const;

/** A row that an SQL statement returns if it contains the expression `paymentView`. */
export interface PaymentFactsRow {
  readonly wallet_msat: bigint;
  readonly invoice: string | null;
  /** The id and state of the payment with the hash that was asked for. */
  readonly payment: readonly [string, PaymentState] | null;
}

interface ViewRow extends PaymentFactsRow {
  readonly payee_user_id: string | null;
  readonly request_hash: Uint8Array | null;
  readonly target_kind: string | null;
  readonly target_id: string | null;
}

/**
 * An SQL expression that reads the invoice and the payment with a given payment hash. Each is one
 * search in a unique index.
 */
export const paymentView = (userId: string): string => `
  (select ${INVOICE_JSON} from invoice where payment_hash = asked.payment_hash) as invoice,
  coalesce(
    (select array[id::text, state::text] from payment
      where payment_hash = asked.payment_hash and path = 'node' and failure_reason is null
        and user_id = ${userId}),
    (select array[id::text, state::text] from payment
      where payment_hash = asked.payment_hash and path = 'internal' and user_id = ${userId})
  ) as payment`;

async function readForPayments(
  sql: Sql,
  queries: readonly PaymentQuery[],
): Promise<readonly PaymentView[]> {
  const rows = await sql<ViewRow[]>`
    select wallet.wallet_msat,
      (select id from wallet_user where identifier = asked.payee_identifier
        and closed_at is null) as payee_user_id,
      ${sql.unsafe(paymentView('wallet.user_id'))},
      k.request_hash, k.target_kind, k.target_id
    from rows from (
        json_to_recordset(${JSON.stringify(queries.map(toQueryColumns))}) as (
          user_id uuid, grant_id text, payment_hash bytea, payee_identifier text, key text)
      ) with ordinality asked (user_id, grant_id, payment_hash, payee_identifier, key, place)
    join wallet on wallet.user_id = asked.user_id
    left join idempotency_key k
      on k.user_id = asked.user_id and k.grant_id = asked.grant_id and k.key = asked.key
    order by asked.place`;
  assert(rows.length === queries.length, 'every user has a wallet');
  return rows.map(parseView);
}

const toQueryColumns = (query: PaymentQuery): object => ({
  user_id: query.userId,
  grant_id: query.grantId,
  payment_hash: hexToBytea(query.paymentHash),
  payee_identifier: query.payeeIdentifier,
  key: query.idempotencyKey,
});

export const parsePaymentFacts = (row: PaymentFactsRow) => ({
  balanceSat: sat(row.wallet_msat / 1000n),
  invoice: row.invoice === null ? null : parseFoundInvoice(row.invoice),
  payment: row.payment === null ? null : { id: row.payment[0], state: row.payment[1] },
});

const parseView = (row: ViewRow): PaymentView => ({
  ...parsePaymentFacts(row),
  payeeUserId: row.payee_user_id,
  idempotency:
    row.request_hash === null
      ? null
      : { requestHash: row.request_hash, target: toTarget(row.target_kind, row.target_id) },
});

interface PaymentRow {
  readonly payment: string;
}

async function findPayment(sql: Sql, id: string): Promise<Payment | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<PaymentRow[]>`
    select ${sql.unsafe(PAYMENT_JSON)} as payment from payment where id = ${id}`;
  return row === undefined ? null : parsePayment(row.payment);
}

async function findPayments(sql: Sql, ids: readonly string[]): Promise<readonly Payment[]> {
  const rows = await sql<PaymentRow[]>`
    select ${sql.unsafe(PAYMENT_JSON)} as payment from payment
    where id = any (${sql.array([...ids], ARRAY_OF.uuid)}) order by id`;
  return rows.map((row) => parsePayment(row.payment));
}

/**
 * Lists open payments, sorted in this process: PostgreSQL expects few open payments, and to return
 * them in order it would read all payments by id.
 */
async function listOpenPayments(sql: Sql): Promise<readonly Payment[]> {
  const rows = await sql<PaymentRow[]>`
    select payment from (
      select id, ${sql.unsafe(PAYMENT_JSON)} as payment from payment where ended_at is null offset 0
    ) open
    order by id`;
  return rows.map((row) => parsePayment(row.payment));
}

async function listSentBy(sql: Sql, processId: string): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from (
      select id, state, sender_process_id, request_ended_at from payment
      where ended_at is null offset 0
    ) open
    where state <> 'reserved' and sender_process_id = ${processId} and request_ended_at is null
    order by id`;
  return rows.map(({ id }) => id);
}

/**
 * Marks payments as being sent. Rows are found and locked in the order of their ids, as everywhere,
 * so that statements cannot deadlock.
 */
async function beginDispatches(
  sql: Sql,
  dispatches: readonly Dispatch[],
): Promise<readonly DispatchOutcome[]> {
  const ids = toIds(sql, dispatches);
  const owners = dispatches.map(({ ownerProcessId }) => ownerProcessId);
  const indexes = dispatches.map(({ indexBefore }) => indexBefore);
  const [row] = await sql<{ is_stopped: boolean; begun: readonly string[] }[]>`
    with way as materialized (select may_leave() as is_open), begun as (
      update payment set
        state = 'dispatching', sender_process_id = owner_process_id,
        index_before = (${sql.array(indexes, ARRAY_OF.bigint)})[array_position(${ids}, id)]
      where id = any (${ids}) and state = 'reserved'
        and owner_process_id = (${sql.array(owners, ARRAY_OF.text)})[array_position(${ids}, id)]
        and (select is_open from way)
      returning id
    )
    select not is_open as is_stopped, array(select id from begun) as begun from way`;
  assert(row !== undefined, 'a row without a table');
  const begun = new Set(row.begun);
  const otherwise = row.is_stopped ? 'stopped' : 'not_ours';
  return dispatches.map(({ paymentId }) => (begun.has(paymentId) ? 'begun' : otherwise));
}

/** Marks payments as acknowledged. A payment that has ended in the meantime is not changed. */
async function markAcknowledged(
  sql: Sql,
  acknowledgements: readonly Acknowledgement[],
): Promise<readonly undefined[]> {
  const ids = toIds(sql, acknowledgements);
  const indexes = acknowledgements.map(({ paymentIndex }) => paymentIndex);
  await sql`
    update payment set
      state = 'in_flight', first_not_found_at = null,
      acknowledged_index = (${sql.array(indexes, ARRAY_OF.bigint)})[array_position(${ids}, id)]
    where id = any (${ids}) and state in ('dispatching', 'in_flight', 'unknown')`;
  return acknowledgements.map(() => undefined);
}

const toIds = (sql: Sql, items: readonly { readonly paymentId: string }[]) =>
  sql.array(
    items.map(({ paymentId }) => paymentId),
    ARRAY_OF.uuid,
  );

async function markUnknown(sql: Sql, paymentId: string, requestEndedAt: Date): Promise<void> {
  await sql`
    update payment set
      state = 'unknown', owner_process_id = null,
      request_ended_at = coalesce(request_ended_at, ${requestEndedAt})
    where id = ${paymentId} and state in ('dispatching', 'in_flight', 'unknown')`;
}

async function markNotFound(sql: Sql, paymentId: string, at: Date): Promise<Date> {
  const [row] = await sql<{ first_not_found_at: Date }[]>`
    update payment set first_not_found_at = coalesce(first_not_found_at, ${at})
    where id = ${paymentId}
    returning first_not_found_at`;
  if (row === undefined) throw new RowGone('the payment is not in the database any more');
  return row.first_not_found_at;
}

async function clearNotFound(sql: Sql, paymentId: string): Promise<void> {
  await sql`
    update payment set first_not_found_at = null
    where id = ${paymentId} and first_not_found_at is not null`;
}

/**
 * Takes over orphaned payments. Rows that another recovery or an end has locked are skipped. For a
 * reserved payment, an old heartbeat counts only if the database cannot have been restored to an
 * earlier state. Open payments are selected first, because PostgreSQL expects few of them, and
 * would otherwise read all payments by id.
 */
async function adoptOrphans(sql: Sql, query: AdoptQuery): Promise<readonly Payment[]> {
  const rows = await sql<PaymentRow[]>`
    with orphan as (
      select p.id from payment p
      where p.id = any (array(select id from payment where ended_at is null))
        and p.ended_at is null
        and not exists (
          select from process
          where process.id = p.owner_process_id and not process.is_gone
            and (
              process.heartbeat_at >= ${query.deadSince}
              or p.state = 'reserved' and not is_database_known()))
      order by p.id
      limit ${query.limit}
      for no key update skip locked
    )
    update payment set owner_process_id = ${query.newOwnerProcessId}
    where id = any (array(select id from orphan))
    returning ${sql.unsafe(PAYMENT_JSON)} as payment`;
  return rows.map((row) => parsePayment(row.payment));
}

async function forgetFailed(sql: Sql, endedBefore: Date, limit: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select forget_failed_payments(${endedBefore}, ${limit}) as count`;
  return row?.count ?? 0;
}

function joinPayment(
  sql: Sql,
  owner: { readonly userId: string; readonly grantId: string },
  claim: IdempotencyClaim,
  paymentId: string,
) {
  return writeOnce(sql, owner, claim, async () => {
    const { count } = await sql`
      insert into idempotency_key (user_id, grant_id, key, request_hash, target_kind, target_id)
      values (${owner.userId}, ${owner.grantId}, ${claim.key}, ${claim.requestHash}, 'payment',
        ${paymentId})
      on conflict do nothing`;
    return count === 1 && ({ kind: 'joined' } as const);
  });
}
