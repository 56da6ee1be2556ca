import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { CheckpointStore, KeyBinding, NewChunk } from '../checkpoint-store.ts';
import { CHAIN_STEP, LEFT_CHUNK_SEC, WHOLE_CHECKPOINTS } from '../limits.ts';
import type { PackedUsers } from '../owed-users.ts';
import { find, findNewest, findTree, listBefore, listFrom, publish } from './checkpoint-rows.ts';
import { readSnapshot } from './read-snapshot.ts';

export const createCheckpointStore = (database: Database): CheckpointStore => ({
  ...bindQueries(database, {
    find,
    findNewest,
    findTree,
    listBefore,
    listFrom,
    publish,
    hasOwners,
    extendChains,
    saveChunk,
    readUsers,
    readChunk,
    bindKey,
    findNode,
  }),
  // A snapshot reads whole tables, so it is read in a transaction: statements outside of
  // transactions are planned for reading a few rows by index (see BY_INDEX).
  readSnapshot: () => database.transaction(readSnapshot, 'repeatable read, read only'),
  listBehind: (afterUserId, limit) =>
    database.transaction((sql) => listBehind(sql, afterUserId, limit)),
  removeOldChunks: (limit) => database.transaction((sql) => removeOldChunks(sql, limit)),
});

async function hasOwners(sql: Sql, least: number): Promise<boolean> {
  const rows = await sql`select from wallet where record_seq > 0 limit ${least}`;
  return rows.length === least;
}

async function listBehind(
  sql: Sql,
  afterUserId: string | null,
  limit: number,
): Promise<readonly string[]> {
  const rows = await sql<{ user_id: string }[]>`
    select w.user_id from wallet w
    left join statement_open s on s.user_id = w.user_id
    where w.record_seq > coalesce(s.last_seq, 0)
      and (${afterUserId}::uuid is null or w.user_id > ${afterUserId}::uuid)
    order by w.user_id
    limit ${limit}`;
  return rows.map((row) => row.user_id);
}

/**
 * Extends statement chains. The time '-infinity' lies before all months, so no month is closed and
 * no wallet is locked.
 */
async function extendChains(sql: Sql, userIds: readonly string[]): Promise<void> {
  await sql`
    select reckon_statement(id, '-infinity', ${CHAIN_STEP})
    from unnest(${sql.array(userIds, ARRAY_OF.uuid)}) as id`;
}

/**
 * Stores a piece of a tree without waiting for the disk or the standbys. The checkpoint that comes
 * last waits for both, which makes everything written before it safe; until then no one is shown
 * any of it.
 */
async function saveChunk(
  sql: Sql,
  { runId, kind, number, firstId, body }: NewChunk,
): Promise<void> {
  await sql`
    insert into proof_chunk (run_id, kind, number, first_id, body)
      select ${runId}::uuid, ${kind}, ${number}::integer, ${firstId}::uuid, ${body}
      from set_config('synchronous_commit', 'off', true)`;
}

async function readUsers(sql: Sql, runId: string, userId: string): Promise<PackedUsers | null> {
  const [row] = await sql<{ body: Uint8Array }[]>`
    select body from proof_chunk
    where run_id = ${runId} and kind = 'users' and first_id <= ${userId}::uuid
    order by first_id desc
    limit 1`;
  return row === undefined ? null : Buffer.from(row.body);
}

async function readChunk(
  sql: Sql,
  runId: string,
  kind: 'leaves' | 'tops',
  number: number,
): Promise<Buffer | null> {
  const [row] = await sql<{ body: Uint8Array }[]>`
    select body from proof_chunk
    where run_id = ${runId} and kind = ${kind} and number = ${number}`;
  return row === undefined ? null : Buffer.from(row.body);
}

async function removeOldChunks(sql: Sql, limit: number): Promise<number> {
  await sql`
    update proof_checkpoint set run_id = null, seed = null
      where run_id is not null
        and epoch <= (select max(epoch) from proof_checkpoint) - ${WHOLE_CHECKPOINTS}`;
  const removed = await sql`
    delete from proof_chunk
      where ctid = any (array(
        select c.ctid from proof_chunk c
        where not exists (select from proof_checkpoint k where k.run_id = c.run_id)
          and (c.written_at < clock_timestamp() - ${LEFT_CHUNK_SEC} * interval '1 second')
        limit ${limit}))`;
  return removed.count;
}

async function bindKey(sql: Sql, { key, node, signature }: KeyBinding): Promise<void> {
  await sql`
    insert into proof_binding (key, node_pubkey, signature)
      values (${key}, ${node}, ${signature})
      on conflict do nothing`;
}

async function findNode(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ pubkey: string }[]>`select pubkey from bound_node`;
  return row?.pubkey ?? null;
}
