import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import {
  type DuePublication,
  EXTERNAL_RELAYS_LEASE,
  type ExternalLeader,
  type NewPublication,
} from '../external-store.ts';
import { EXTERNAL_AGAIN } from '../limits.ts';
import { INFO_KIND } from '../wire-kinds.ts';

export async function addPublications(sql: Sql, news: readonly NewPublication[]): Promise<void> {
  await sql`
    insert into nwc_publication (relay, device_id, kind, event, next_at, drop_at)
    select given.relay, given.device_id, given.kind, given.event, clock_timestamp(),
      clock_timestamp() + given.keep_ms * interval '1 millisecond'
    from unnest(
      ${sql.array(
        news.map(({ relay }) => relay),
        ARRAY_OF.text,
      )},
      ${sql.array(
        news.map(({ deviceId }) => deviceId),
        ARRAY_OF.uuid,
      )},
      ${sql.array(
        news.map(({ kind }) => kind),
        ARRAY_OF.integer,
      )},
      ${sql.array(
        news.map(({ event }) => event),
        ARRAY_OF.text,
      )},
      ${sql.array(
        news.map(({ keepMs }) => BigInt(keepMs)),
        ARRAY_OF.bigint,
      )}
    ) with ordinality given (relay, device_id, kind, event, keep_ms, place)
    order by given.place`;
}

/**
 * The SQL condition for info events, which are sent after events for which apps are waiting.
 * PostgreSQL can use the index only for the condition with which the index was defined.
 */
const IS_INFO = `kind = ${INFO_KIND}`;

/**
 * Takes publications that are due, the longest due first. Each relay has its own order, and so have
 * info events and other events. The present time is read by a subquery, because PostgreSQL can
 * search the index only for a value that is fixed during the query.
 */
export async function takePublications(
  sql: Sql,
  relays: readonly string[],
  limit: number,
  { fence }: ExternalLeader,
): Promise<readonly DuePublication[]> {
  const { firstMs, maxMs } = EXTERNAL_AGAIN;
  const rows = await sql<{ id: bigint; relay: string; event: string }[]>`
    with leader as materialized (
      select from lease where name = ${EXTERNAL_RELAYS_LEASE} and fence = ${fence} for share
    ), due as materialized (
      select p.id from unnest(${sql.array([...relays], ARRAY_OF.text)}) asked (relay)
      cross join (values (false), (true)) turn (is_info)
      cross join lateral (
        select id from nwc_publication
        where relay = asked.relay and (${sql.unsafe(IS_INFO)}) = turn.is_info
          and next_at <= (select clock_timestamp()) and drop_at > clock_timestamp()
        order by next_at, id limit ${limit}
        for no key update skip locked
      ) p
      where exists (select from leader)
      order by turn.is_info, p.id limit ${limit}
    ), taken as (
      update nwc_publication p set attempts = p.attempts + 1,
        next_at = clock_timestamp() + interval '1 millisecond'
          * least(${maxMs}::integer, ${firstMs}::integer * 2 ^ least(p.attempts, 20))
      where p.id in (select id from due)
      returning p.id, p.relay, p.event
    )
    select id, relay, event from taken order by id`;
  return [...rows];
}

export async function endPublications(sql: Sql, ids: readonly bigint[]): Promise<void> {
  await sql`delete from nwc_publication where id = any (${sql.array([...ids], ARRAY_OF.bigint)})`;
}

export async function retryPublicationsNow(sql: Sql, relay: string): Promise<void> {
  await sql`
    update nwc_publication set next_at = clock_timestamp()
    where relay = ${relay} and next_at > (select clock_timestamp())`;
}

export async function countPublications(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from nwc_publication where drop_at > clock_timestamp()`;
  return row?.count ?? 0;
}

export async function prunePublications(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    delete from nwc_publication where id in (
      select id from nwc_publication where drop_at <= (select clock_timestamp())
      order by drop_at limit ${limit} for update skip locked)`;
  return count;
}
