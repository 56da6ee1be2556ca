import { msat } from '../../base/amount.ts';
import { bytesToHex } from '../../base/hex.ts';
import type { RecordedPayment } from '../../lightning/node-port.ts';
import type {
  Comparison,
  ComparisonStore,
  DueComparison,
  NodeDifference,
} from '../../wallet/comparison-store.ts';
import { hexParameter } from './column-values.ts';
import type { Database } from './db.ts';
import { ARRAY_OF, type Sql } from './sql.ts';

export const createComparisonStore = (database: Database): ComparisonStore => ({
  recogniseDatabase: () => database.transaction(recogniseDatabase),
  markPayments: (index) => database.transaction((sql) => markPayments(sql, index)),
  readDue: () => database.query(readDue),
  findUnknownPayments: (payments) => database.query((sql) => findUnknownPayments(sql, payments)),
  findUnknownInvoices: (hashes) => database.query((sql) => findUnknownInvoices(sql, hashes)),
  saveComparison: (comparison) => database.transaction((sql) => saveComparison(sql, comparison)),
  listDifferences: (limit) => database.query((sql) => listDifferences(sql, limit)),
  release: (onlyIfEqual) => database.transaction((sql) => release(sql, onlyIfEqual)),
});

/**
 * Which database of which cluster this is, and in which timeline that writes now. An earlier state
 * may also come back within the same cluster, as another database or with its tables made anew: so
 * what stands as the identifier is a digest over the numbers of cluster, database and table.
 */
interface Identity {
  readonly system_identifier: bigint;
  readonly timeline: bigint;
}

export async function readIdentity(sql: Sql): Promise<Identity> {
  const [row] = await sql<[Identity]>`
    select
      ('x' || left(encode(sha256(convert_to(concat_ws(' ', system_identifier,
        (select oid from pg_database where datname = current_database()),
        'public.database_mark'::regclass::oid), 'UTF8')), 'hex'), 16))::bit(64)::bigint
        as system_identifier,
      ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint as timeline
    from pg_control_system()`;
  return row;
}

async function recogniseDatabase(sql: Sql): Promise<void> {
  const { system_identifier, timeline } = await readIdentity(sql);
  await sql`
    insert into database_mark (system_identifier, timeline)
    values (${system_identifier}, ${timeline})
    on conflict do nothing`;
  const { count } = await sql`
    insert into outside_stop (reason, detail)
    select 'database_changed',
      'the database is another than before, or was put back, and may have lost payments'
    from database_mark
    where (database_mark.system_identifier, database_mark.timeline)
      is distinct from (${system_identifier}::bigint, ${timeline}::bigint)
    on conflict do nothing`;
  if (count > 0) await sql`update database_mark set ${sql.unsafe(BEGIN_COMPARISON)}`;
}

/** From now on; what settles later is followed as ever. */
export const BEGIN_COMPARISON = `
  settle_index = (select coalesce(max(settle_index), 0) from node_cursor),
  compared_index = null, compared_at = null`;

async function markPayments(sql: Sql, index: bigint): Promise<boolean> {
  const { system_identifier, timeline } = await readIdentity(sql);
  const { count } = await sql`
    update database_mark set payment_index = greatest(payment_index, ${index}::bigint)
    where (database_mark.system_identifier, database_mark.timeline)
        = (${system_identifier}::bigint, ${timeline}::bigint)
      and not exists (
        select from outside_stop where reason in ('restored', 'database_changed'))`;
  return count === 1;
}

interface DueRow {
  readonly payment_index: bigint;
  readonly settle_index: bigint | null;
  readonly compared_at: Date | null;
  readonly due_for_ms: bigint;
}

async function readDue(sql: Sql): Promise<DueComparison | null> {
  const [row] = await sql<DueRow[]>`
    select m.payment_index, m.settle_index, m.compared_at,
      (extract(epoch from clock_timestamp() - stop.since) * 1000)::bigint as due_for_ms
    from database_mark m
    join outside_stop stop on stop.reason in ('restored', 'database_changed')
    order by stop.since desc limit 1`;
  if (row === undefined) return null;
  return {
    paymentIndex: row.payment_index,
    settleIndex: row.settle_index ?? 0n,
    dueForMs: Number(row.due_for_ms),
    comparedAt: row.compared_at,
  };
}

/** A failed row stands for nothing: its hash may have been paid by a row that is missing here. */
async function findUnknownPayments(
  sql: Sql,
  payments: readonly RecordedPayment[],
): Promise<readonly RecordedPayment[]> {
  const hashes = payments.map(({ paymentHash }) => hexParameter(paymentHash));
  const rows = await sql<{ payment_hash: Uint8Array }[]>`
    select payment_hash from payment
    where payment_hash = any (${sql.array(hashes, ARRAY_OF.bytea)})
      and path = 'node' and failure_reason is null`;
  const known = new Set(rows.map((row) => bytesToHex(row.payment_hash)));
  return payments.filter(({ paymentHash }) => !known.has(paymentHash));
}

async function findUnknownInvoices(
  sql: Sql,
  paymentHashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const hashes = paymentHashes.map(hexParameter);
  const rows = await sql<{ payment_hash: Uint8Array }[]>`
    select payment_hash from invoice
    where payment_hash = any (${sql.array(hashes, ARRAY_OF.bytea)})`;
  const known = new Set(rows.map((row) => bytesToHex(row.payment_hash)));
  return new Set(paymentHashes.filter((hash) => !known.has(hash)));
}

async function saveComparison(sql: Sql, comparison: Comparison): Promise<void> {
  const { differences } = comparison;
  // First, as it lets one writer at a time go on: an operator may compare beside a worker.
  await sql`
    update database_mark set compared_index = ${comparison.paymentIndex},
      compared_at = clock_timestamp()`;
  await sql`delete from node_difference`;
  await sql`
    insert into node_difference (kind, node_index, payment_hash, state, amount_msat, happened_at)
    select * from unnest(
      ${sql.array(
        differences.map((one) => one.kind),
        ARRAY_OF.text,
      )},
      ${sql.array(
        differences.map((one) => one.nodeIndex),
        ARRAY_OF.bigint,
      )},
      ${sql.array(
        differences.map((one) => hexParameter(one.paymentHash)),
        ARRAY_OF.bytea,
      )},
      ${sql.array(
        differences.map((one) => one.state),
        ARRAY_OF.text,
      )},
      ${sql.array(
        differences.map((one) => one.amountMsat),
        ARRAY_OF.bigint,
      )},
      ${sql.array(
        differences.map((one) => one.happenedAt),
        ARRAY_OF.timestamptz,
      )})`;
}

interface DifferenceRow {
  readonly kind: NodeDifference['kind'];
  readonly node_index: bigint;
  readonly payment_hash: Uint8Array;
  readonly state: NodeDifference['state'];
  readonly amount_msat: bigint;
  readonly happened_at: Date;
}

async function listDifferences(sql: Sql, limit: number): Promise<readonly NodeDifference[]> {
  const rows = await sql<DifferenceRow[]>`
    select kind, node_index, payment_hash, state, amount_msat, happened_at from node_difference
    order by kind desc, node_index limit ${limit}`;
  return rows.map((row) => ({
    ...{ kind: row.kind, nodeIndex: row.node_index, state: row.state },
    paymentHash: bytesToHex(row.payment_hash),
    amountMsat: msat(row.amount_msat),
    happenedAt: row.happened_at,
  }));
}

async function release(
  sql: Sql,
  onlyIfEqual: boolean,
): Promise<'released' | 'not_due' | 'not_compared' | 'differs'> {
  const [mark] = await sql<{ compared_index: bigint | null; is_due: boolean; differs: boolean }[]>`
    select compared_index,
      exists (select from outside_stop where reason in ('restored', 'database_changed')) as is_due,
      exists (select from node_difference where kind = 'payment') as differs
    from database_mark for update`;
  if (mark?.is_due !== true) return 'not_due';
  if (mark.compared_index === null) return 'not_compared';
  if (onlyIfEqual && mark.differs) return 'differs';
  const { system_identifier, timeline } = await readIdentity(sql);
  await sql`
    update database_mark set system_identifier = ${system_identifier}, timeline = ${timeline},
      payment_index = greatest(payment_index, compared_index),
      settle_index = null, compared_index = null, compared_at = null`;
  await sql`delete from outside_stop where reason in ('restored', 'database_changed')`;
  return 'released';
}
