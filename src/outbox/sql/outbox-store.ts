import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { MAX_MAIL_TRIES } from '../limits.ts';
import {
  type NewOutboxRow,
  type OutboxMatter,
  type OutboxOrder,
  type OutboxRow,
  type OutboxStore,
  SEND_MAIL_JOB,
} from '../outbox-store.ts';

export const createOutboxStore = (database: Database): OutboxStore => ({
  keep: (row, tryAfterMs) => database.transaction((sql) => keep(sql, row, tryAfterMs)),
  ...bindQueries(database, { find, remove, prune }),
});

async function keep(sql: Sql, row: NewOutboxRow, tryAfterMs: number): Promise<void> {
  await sql`
    insert into outbox (id, matter, sealed, link_hash, user_id, created_at, dies_at)
    values (
      ${row.id}, ${row.matter}, ${row.sealed}, ${row.linkHash}, ${row.userId}, ${row.createdAt},
      ${row.diesAt})`;
  const order: OutboxOrder = { id: row.id };
  await sql`
    select enqueue_job(${SEND_MAIL_JOB}, ${JSON.stringify(order)}, ${row.id},
      clock_timestamp() + ${tryAfterMs} * interval '1 millisecond', ${MAX_MAIL_TRIES})`;
}

interface FoundRow {
  readonly matter: OutboxMatter;
  readonly sealed: Uint8Array;
  readonly user_id: string | null;
  readonly dies_at: Date;
  readonly is_wanted: boolean;
}

async function find(sql: Sql, id: string, at: Date): Promise<OutboxRow | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<FoundRow[]>`
    select o.matter, o.sealed, o.user_id, o.dies_at,
      o.link_hash is null or exists (
        select from one_time_link l
        left join wallet_user u on u.id = l.user_id
        where l.token_hash = o.link_hash and l.expires_at > ${at}
          and (l.user_id is null or u.disabled_at is null and u.session_epoch = l.session_epoch)
      ) as is_wanted
    from outbox o where o.id = ${id}`;
  return row === undefined
    ? null
    : {
        matter: row.matter,
        sealed: row.sealed,
        userId: row.user_id,
        diesAt: row.dies_at,
        isWanted: row.is_wanted,
      };
}

/** Removes a mail and its job. A job that is sending the mail at this moment ends by itself. */
async function remove(sql: Sql, id: string): Promise<void> {
  await sql`
    with gone as (delete from outbox where id = ${id})
    delete from job
    where kind = ${SEND_MAIL_JOB} and dedupe_key = ${id}::text
      and lease_until is null and parked_at is null`;
}

async function prune(sql: Sql, before: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from outbox where id in (
      select id from outbox where dies_at <= ${before} order by dies_at limit ${limit})`;
  return count;
}
