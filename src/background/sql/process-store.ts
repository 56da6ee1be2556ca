import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { LivingProcess, ProcessStore } from '../process-store.ts';

export const createProcessStore = (database: Database): ProcessStore => ({
  ...bindQueries(database, {
    heartbeat,
    leave,
    acquireLease,
    releaseLease,
    lastHeartbeat,
    hasWorker,
    listLiving,
    databaseNow,
  }),
  declareOthersGone: (processId) =>
    database.transaction((sql) => declareOthersGone(sql, processId)),
});

async function heartbeat(
  sql: Sql,
  processId: string,
  role: string,
  rootKeyIds: readonly string[] = [],
): Promise<Date> {
  const [row] = await sql<{ heartbeat_at: Date }[]>`
    insert into process (id, role, root_key_ids) values (${processId}, ${role}, ${rootKeyIds})
    on conflict (id) do update set heartbeat_at = clock_timestamp(), is_gone = false,
      root_key_ids = excluded.root_key_ids
    returning heartbeat_at`;
  assert(row !== undefined, 'an upsert returns its row');
  return row.heartbeat_at;
}

async function declareOthersGone(sql: Sql, processId: string): Promise<void> {
  await sql`update process set is_gone = true where id <> ${processId} and not is_gone`;
  await sql`
    update lease set holder_process_id = null
    where holder_process_id in (select id from process where is_gone)`;
}

async function leave(sql: Sql, processId: string): Promise<void> {
  await sql`delete from process where id = ${processId}`;
}

/**
 * Takes or renews a lease. Renewing it keeps its fence, the number by which writes of earlier
 * holders are refused; a new holder gets the next number.
 */
async function acquireLease(
  sql: Sql,
  name: string,
  processId: string,
  ttlMs: number,
): Promise<{ fence: bigint } | null> {
  const [row] = await sql<{ fence: bigint }[]>`
    insert into lease (name, holder_process_id, expires_at, fence)
    values (${name}, ${processId}, clock_timestamp() + ${ttlMs} * interval '1 millisecond', 1)
    on conflict (name) do update set
      holder_process_id = excluded.holder_process_id,
      expires_at = excluded.expires_at,
      fence = lease.fence
        + (lease.holder_process_id is distinct from excluded.holder_process_id)::integer
    where lease.holder_process_id is null
      or lease.holder_process_id = excluded.holder_process_id
      or lease.expires_at < clock_timestamp()
    returning fence`;
  return row === undefined ? null : { fence: row.fence };
}

async function hasWorker(sql: Sql, withinMs: number): Promise<boolean> {
  const rows = await sql`
    select from process
    where role in ('all', 'worker') and not is_gone
      and heartbeat_at > clock_timestamp() - ${withinMs} * interval '1 millisecond'
    limit 1`;
  return rows.length === 1;
}

async function listLiving(sql: Sql, withinMs: number): Promise<readonly LivingProcess[]> {
  const rows = await sql<{ id: string; role: string; root_key_ids: readonly string[] | null }[]>`
    select id, role, root_key_ids from process
    where not is_gone
      and heartbeat_at > clock_timestamp() - ${withinMs} * interval '1 millisecond'
    order by started_at, id`;
  return rows.map(({ id, role, root_key_ids: rootKeyIds }) => ({ id, role, rootKeyIds }));
}

async function releaseLease(sql: Sql, name: string, processId: string): Promise<void> {
  await sql`
    update lease set holder_process_id = null
    where name = ${name} and holder_process_id = ${processId}`;
}

async function lastHeartbeat(sql: Sql, processId: string): Promise<Date | null> {
  const [row] = await sql<{ heartbeat_at: Date }[]>`
    select heartbeat_at from process where id = ${processId}`;
  return row?.heartbeat_at ?? null;
}

async function databaseNow(sql: Sql): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  assert(row !== undefined, 'a select without a table has one row');
  return row.now;
}
