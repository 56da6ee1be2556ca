import { logged } from '../../../alarms/operator-log/sql/write-action.ts';
import { msat } from '../../../base/amount.ts';
import { bytesToHex } from '../../../base/hex.ts';
import { NWC_CLOCK_SEC } from '../../../base/limits.ts';
import { bindQueries } from '../../../database/bind-queries.ts';
import { hexParameter } from '../../../database/column-values.ts';
import type { Database } from '../../../database/db.ts';
import { readIdentity } from '../../../database/read-identity.ts';
import { ARRAY_OF, type Sql } from '../../../database/sql.ts';
import type {
  Comparison,
  ComparisonStore,
  DueComparison,
  Look,
  NodeDifference,
  ReleaseNeeds,
  ReleaseOutcome,
} from '../../comparison-store.ts';
import { addNodeMark, takeFromProcesses, treatAsRewound } from './database-rewind.ts';
import { recordedStateOf } from './recorded-state.ts';

export const createComparisonStore = (database: Database): ComparisonStore => ({
  recogniseDatabase: () => database.transaction(recogniseDatabase),
  stopAsRewound: (detail) => database.transaction((sql) => stopAsRewound(sql, detail)),
  ...bindQueries(database, {
    readLook,
    findLost,
    readDue,
    recordedStateOf,
    findUnknownInvoices,
    listDifferences,
  }),
  finishLook: (look, index) => database.transaction((sql) => finishLook(sql, look, index)),
  saveComparison: (comparison) => database.transaction((sql) => saveComparison(sql, comparison)),
  releaseAfterFailover: (needs = NO_ADDRESSES) =>
    database.transaction((sql) => releaseAfterFailover(sql, needs)),
  release: (onlyIfEqual, needs = NO_ADDRESSES, action = undefined) =>
    logged(
      database,
      action,
      (sql) => release(sql, onlyIfEqual, needs),
      (outcome) => outcome === 'released',
    ),
});

const NO_ADDRESSES: ReleaseNeeds = { chainLookAfterMs: null };

async function recogniseDatabase(sql: Sql): Promise<void> {
  const { system_identifier, timeline } = await readIdentity(sql);
  await sql`
    insert into database_mark (system_identifier, timeline)
    values (${system_identifier}, ${timeline})
    on conflict do nothing`;
  if (await isOrWasRecognised(sql)) return;
  await lockMark(sql);
  if (await isOrWasRecognised(sql)) return;
  await stop(sql, 'the database is another than before, or was put back, and may lack payments');
}

/**
 * Whether nothing new is to be said about the database: it is the one that this service has marked
 * as its own, or payments were already stopped because it is another one.
 */
async function isOrWasRecognised(sql: Sql): Promise<boolean> {
  const { system_identifier, timeline } = await readIdentity(sql);
  const [row] = await sql<{ is_known: boolean }[]>`
    select exists (
      select from database_mark
      where (system_identifier, timeline) = (${system_identifier}::bigint, ${timeline}::bigint)
    ) or exists (
      select from outside_stop where reason = 'database_changed'
        and (system_identifier, timeline) = (${system_identifier}::bigint, ${timeline}::bigint)
    ) as is_known`;
  return row?.is_known === true;
}

/**
 * Locks the row of `database_mark`. Every transaction that begins or ends a check or comparison
 * does this first, so they run one after the other.
 */
const lockMark = (sql: Sql) => sql`select from database_mark for update`;

async function stopAsRewound(sql: Sql, detail: string): Promise<void> {
  await lockMark(sql);
  await stop(sql, detail);
  await sql`update database_mark set saw_difference = true`;
}

/**
 * Stores a stop of payments, and treats the database as restored to an earlier state. That is
 * repeated even if the stop exists already, because payments that were reserved since then may have
 * been sent.
 */
async function stop(sql: Sql, detail: string): Promise<void> {
  const { system_identifier, timeline } = await readIdentity(sql);
  await sql`
    insert into outside_stop (reason, detail, system_identifier, timeline)
    values ('database_changed', ${detail}, ${system_identifier}, ${timeline})
    on conflict (reason) do update set since = clock_timestamp(), detail = excluded.detail,
      system_identifier = excluded.system_identifier, timeline = excluded.timeline`;
  await treatAsRewound(sql);
}

interface LookRow {
  readonly payment_index: bigint;
  readonly is_first: boolean;
  readonly is_current: boolean;
  readonly place: string;
}

/**
 * SQL that joins the row with the watermark for the node that this database belongs to. The row is
 * missing before the first check.
 */
const withNodeMark = (sql: Sql) => sql`
  left join node_mark node on node.pubkey = (select pubkey from bound_node)`;

/**
 * Begins a check of the node's payments. A watermark of 0 alone does not show that there was no
 * check yet, because older versions moved the watermark without one.
 */
async function readLook(sql: Sql): Promise<Look | null> {
  const [row] = await sql<LookRow[]>`
    select coalesce(node.payment_index, 0) as payment_index, is_database_known() as is_current,
      looked_in is null and coalesce(node.payment_index, 0) = 0
        and not exists (select from payment where path = 'node') as is_first,
      database_place() as place
    from database_mark ${withNodeMark(sql)}
    where not exists (
      select from outside_stop where reason in ('restored', 'database_changed'))`;
  if (row === undefined) return null;
  return {
    paymentIndex: row.payment_index,
    isFirst: row.is_first,
    isCurrent: row.is_current,
    place: row.place,
  };
}

/**
 * Ends a check of the node's payments. After the first check since the database server started,
 * work is taken from all processes, because the server may serve an earlier state although no
 * payment is missing.
 */
async function finishLook(sql: Sql, look: Look, paymentIndex: bigint): Promise<boolean> {
  const { system_identifier, timeline } = await readIdentity(sql);
  await lockMark(sql);
  await addNodeMark(sql);
  const [mark] = await sql<{ looked_in: string | null }[]>`select looked_in from database_mark`;
  const { count } = await sql`
    with marked as (
      update database_mark set looked_in = ${look.place}
      where (system_identifier, timeline) = (${system_identifier}::bigint, ${timeline}::bigint)
        and database_place() = ${look.place}
        and not exists (
          select from outside_stop where reason in ('restored', 'database_changed'))
        and exists (
          select from node_mark join bound_node using (pubkey)
          where payment_index >= ${look.paymentIndex}::bigint)
      returning true
    )
    update node_mark set payment_index = greatest(payment_index, ${paymentIndex}::bigint),
      settle_index = coalesce(
        (select cursor.settle_index from node_cursor cursor where cursor.pubkey = node_mark.pubkey),
        0)
    where pubkey = (select pubkey from bound_node) and exists (select from marked)`;
  if (count !== 1) return false;
  if (mark?.looked_in !== look.place) {
    await takeFromProcesses(sql);
    // If the server serves an earlier state, the heartbeats of living processes are old, because
    // newer ones were lost. So each process gets a new heartbeat, and none counts as silent.
    await sql`update process set heartbeat_at = clock_timestamp() where not is_gone`;
  }
  return true;
}

async function findLost(sql: Sql, paymentIds: readonly string[]): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from unnest(${sql.array([...paymentIds], ARRAY_OF.uuid)}) id
    where not exists (
      select from payment where payment.id = id.id and payment.state <> 'reserved'
    ) and not exists (
      select from withdrawal where withdrawal.id = id.id and withdrawal.state <> 'reserved')`;
  return rows.map(({ id }) => id);
}

interface DueRow {
  readonly payment_index: bigint;
  readonly settle_index: bigint | null;
  readonly compared_at: Date | null;
  readonly due_for_ms: bigint;
  readonly chain_looked_at: Date | null;
}

async function readDue(sql: Sql): Promise<DueComparison | null> {
  const [row] = await sql<DueRow[]>`
    select coalesce(node.payment_index, 0) as payment_index, node.settle_index, node.compared_at,
      (extract(epoch from clock_timestamp() - stop.since) * 1000)::bigint as due_for_ms,
      cursor.looked_at as chain_looked_at
    from database_mark ${withNodeMark(sql)}
    left join chain_cursor cursor using (pubkey)
    join outside_stop stop on stop.reason in ('restored', 'database_changed')
    order by stop.since desc limit 1`;
  if (row === undefined) return null;
  return {
    paymentIndex: row.payment_index,
    settleIndex: row.settle_index ?? 0n,
    dueForMs: Number(row.due_for_ms),
    comparedAt: row.compared_at,
    chainLookedAt: row.chain_looked_at,
  };
}

/** Finds those of the payment hashes that no invoice of this service has. */
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
  // The row of `database_mark` is locked first, so that a comparison by an operator and one by a
  // worker run one after the other.
  await sql`
    update database_mark set
      saw_difference = saw_difference or ${differences.some(({ kind }) => kind === 'payment')}`;
  await addNodeMark(sql);
  await sql`
    update node_mark set compared_index = ${comparison.paymentIndex},
      compared_at = clock_timestamp()
    where pubkey = (select pubkey from bound_node)`;
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
    kind: row.kind,
    nodeIndex: row.node_index,
    state: row.state,
    paymentHash: bytesToHex(row.payment_hash),
    amountMsat: msat(row.amount_msat),
    happenedAt: row.happened_at,
  }));
}

interface MarkRow {
  readonly compared_index: bigint | null;
  readonly is_due: boolean;
  readonly differs: boolean;
  readonly is_chain_looked_at: boolean;
}

async function release(
  sql: Sql,
  onlyIfEqual: boolean,
  { chainLookAfterMs }: ReleaseNeeds,
): Promise<ReleaseOutcome> {
  await lockMark(sql);
  const [mark] = await sql<MarkRow[]>`
    select node.compared_index, stopped_at is not null as is_due, saw_difference as differs,
      coalesce(
        cursor.looked_at >= stopped_at + ${chainLookAfterMs ?? 0} * interval '1 millisecond',
        false) as is_chain_looked_at
    from database_mark ${withNodeMark(sql)}
    left join chain_cursor cursor using (pubkey)
    cross join (
      select max(since) as stopped_at from outside_stop
      where reason in ('restored', 'database_changed')) stop`;
  if (mark?.is_due !== true) return 'not_due';
  if (mark.compared_index === null) return 'not_compared';
  if (onlyIfEqual && mark.differs) return 'differs';
  if (chainLookAfterMs !== null && !mark.is_chain_looked_at) return 'chain_not_looked_at';
  const { system_identifier, timeline } = await readIdentity(sql);
  await sql`
    update database_mark set system_identifier = ${system_identifier}, timeline = ${timeline},
      looked_in = null, saw_difference = false`;
  await sql`
    update node_mark set payment_index = greatest(payment_index, compared_index),
      settle_index = null, compared_index = null, compared_at = null
    where pubkey = (select pubkey from bound_node)`;
  await sql`delete from outside_stop where reason in ('restored', 'database_changed')`;
  // The database may lack what this service has ordered on the chain, and the operator knows that.
  if (!onlyIfEqual) {
    await sql`
      delete from node_ledger_cursor where pubkey = (select pubkey from bound_node)`;
  }
  return 'released';
}

/**
 * Lets payments leave again after a failover. A promoted standby has lost nothing, so requests that
 * apps sent before the failover are carried out again (`went_back_at` is cleared). That is not done
 * shortly after an operator has released a database by hand. Such a database may have lost requests
 * that apps sent before, and the same requests can arrive again for as long as the clocks of apps
 * may differ from ours.
 */
async function releaseAfterFailover(sql: Sql, needs: ReleaseNeeds): Promise<ReleaseOutcome> {
  await lockMark(sql);
  const { system_identifier } = await readIdentity(sql);
  const [mark] = await sql<{ is_promoted: boolean }[]>`
    select system_identifier = ${system_identifier}::bigint
      and not exists (select from outside_stop where reason = 'restored')
      and not exists (
        select from operator_action where kind = 'node_release' and began_at
          > clock_timestamp() - ${2 * NWC_CLOCK_SEC}::integer * interval '1 second') as is_promoted
    from database_mark`;
  const outcome = await release(sql, true, needs);
  if (outcome === 'released' && mark?.is_promoted === true) {
    await sql`update database_mark set went_back_at = null`;
  }
  return outcome;
}
