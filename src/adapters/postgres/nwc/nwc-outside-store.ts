import { KEEP_OUTSIDE_ANSWER_MS, OUTSIDE_AGAIN } from '../../../base/nwc-limits.ts';
import type { NwcKey } from '../../../nwc/nwc-key-store.ts';
import {
  type AddOutsideOutcome,
  type DuePublication,
  type KeyBehind,
  type MovedMark,
  type NewPublication,
  type NwcOutsideStore,
  OUTSIDE_RELAYS_LEASE,
  type OutsideKey,
  type OutsideLeader,
  type OutsideRequest,
  type ToldKey,
} from '../../../nwc/outside-store.ts';
import { DELETION_KIND, INFO_KIND, RESPONSE_KIND } from '../../../nwc/wire-kinds.ts';
import { readStoredScopes } from '../apps/caller-query.ts';
import { NWC_KEY_COLUMNS, type NwcKeyRow, parseNwcKey } from '../apps/nwc-key-store.ts';
import { bindQueries } from '../connection/bind-queries.ts';
import { hexParameter } from '../connection/column-values.ts';
import type { Database } from '../connection/db.ts';
import { ARRAY_OF, type Sql } from '../connection/sql.ts';
import { WENT_BACK_AT } from './take-requests.ts';

export const createNwcOutsideStore = (database: Database): NwcOutsideStore => ({
  ...bindQueries(database, {
    listKeys,
    findKeysToTell,
    pageLiveKeys,
    takePublications,
    endPublications,
    findBehind,
    hurryPublications,
    countPublications,
    sweepPublications,
  }),
  tell: (told, news, by) => database.transaction((sql) => tell(sql, told, news, by)),
  publishNews: (mark, news, by) => database.transaction((sql) => publishNews(sql, mark, news, by)),
  addRequest: (request) => database.transaction((sql) => addRequest(sql, request)),
});

/** `is_live` and all that it takes; `o` is what was told. */
const keysAt = (sql: Sql, at: Date) => sql`
  select ${sql.unsafe(NWC_KEY_COLUMNS)}, o.info_at, o.told_scopes, o.told_at, g.scopes,
    d.ended_at is null and g.revoked_at is null and u.disabled_at is null
      and (g.expires_at is null or g.expires_at > ${at}) as is_live
  from nwc_key k
  join grant_device d on d.id = k.device_id
  join app_grant g on g.id = d.app_grant_id
  join wallet_user u on u.id = g.user_id
  left join nwc_outside_key o on o.device_id = k.device_id`;

interface OutsideKeyRow extends NwcKeyRow {
  readonly info_at: bigint | null;
  readonly scopes: string;
  readonly is_live: boolean;
}

const parseOutsideKey = (row: OutsideKeyRow): OutsideKey => ({
  key: parseNwcKey(row),
  scopes: row.is_live ? new Set(readStoredScopes(row.scopes)) : null,
  storedScopes: row.is_live ? row.scopes : null,
  infoAt: row.info_at === null ? null : Number(row.info_at),
});

async function listKeys(sql: Sql, at: Date, endedAfter: Date): Promise<readonly NwcKey[]> {
  const rows = await sql<NwcKeyRow[]>`
    select * from (${keysAt(sql, at)}) k
    where k.is_live or (k.told_scopes is null and k.told_at > ${endedAfter})
    order by k.device_id`;
  return rows.map(parseNwcKey);
}

async function findKeysToTell(sql: Sql, at: Date, limit: number): Promise<readonly OutsideKey[]> {
  const rows = await sql<OutsideKeyRow[]>`
    select * from (${keysAt(sql, at)}) k
    where case when k.is_live then k.scopes end is distinct from k.told_scopes
    order by k.device_id limit ${limit}`;
  return rows.map(parseOutsideKey);
}

async function pageLiveKeys(
  sql: Sql,
  at: Date,
  after: string | null,
  limit: number,
): Promise<readonly OutsideKey[]> {
  const rows = await sql<OutsideKeyRow[]>`
    select * from (${keysAt(sql, at)}) k
    where k.is_live and (${after}::uuid is null or k.device_id > ${after}::uuid)
    order by k.device_id limit ${limit}`;
  return rows.map(parseOutsideKey);
}

/** Holds the lease until the end of the transaction: no one else can take it meanwhile. */
async function isNewest(sql: Sql, { fence }: OutsideLeader): Promise<boolean> {
  const rows = await sql`
    select from lease where name = ${OUTSIDE_RELAYS_LEASE} and fence = ${fence} for share`;
  return rows.length === 1;
}

async function tell(
  sql: Sql,
  told: readonly ToldKey[],
  news: readonly NewPublication[],
  by: OutsideLeader,
): Promise<boolean> {
  if (!(await isNewest(sql, by))) return false;
  const uuids = (list: readonly { readonly deviceId: string }[]) =>
    sql.array(
      list.map(({ deviceId }) => deviceId),
      ARRAY_OF.uuid,
    );
  await sql`
    insert into nwc_outside_key (device_id, info_at, told_scopes, told_at, published_seq)
    select given.device_id, given.info_at, given.told_scopes, clock_timestamp(), w.record_seq
    from unnest(
      ${uuids(told)},
      ${sql.array(
        told.map(({ infoAt }) => BigInt(infoAt)),
        ARRAY_OF.bigint,
      )},
      ${sql.array(
        told.map(({ storedScopes }) => storedScopes),
        ARRAY_OF.text,
      )}
    ) given (device_id, info_at, told_scopes)
    join grant_device d on d.id = given.device_id
    join app_grant g on g.id = d.app_grant_id
    join wallet w on w.user_id = g.user_id
    order by given.device_id
    on conflict (device_id) do update set info_at = excluded.info_at,
      told_scopes = excluded.told_scopes, told_at = excluded.told_at`;
  const relays = [...new Set(news.map(({ relay }) => relay))];
  await sql`
    delete from nwc_publication
    where device_id = any (${uuids(told)}) and relay = any (${sql.array(relays, ARRAY_OF.text)})
      and kind in (${INFO_KIND}, ${DELETION_KIND})`;
  await addPublications(sql, news);
  return true;
}

async function addPublications(sql: Sql, news: readonly NewPublication[]): Promise<void> {
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

async function findBehind(sql: Sql, limit: number): Promise<readonly KeyBehind[]> {
  const rows = await sql<(NwcKeyRow & { published_seq: bigint })[]>`
    select ${sql.unsafe(NWC_KEY_COLUMNS)}, o.published_seq
    from nwc_outside_key o
    join nwc_key k on k.device_id = o.device_id
    join grant_device d on d.id = k.device_id
    join app_grant g on g.id = d.app_grant_id
    join wallet w on w.user_id = g.user_id
    where o.told_scopes is not null and w.record_seq > o.published_seq
    order by o.device_id limit ${limit}`;
  return rows.map((row) => ({ key: parseNwcKey(row), afterSeq: row.published_seq }));
}

async function publishNews(
  sql: Sql,
  { deviceId, afterSeq, upToSeq }: MovedMark,
  news: readonly NewPublication[],
  by: OutsideLeader,
): Promise<boolean> {
  if (!(await isNewest(sql, by))) return false;
  const { count } = await sql`
    update nwc_outside_key set published_seq = ${upToSeq}
    where device_id = ${deviceId} and published_seq = ${afterSeq}`;
  if (count === 1) await addPublications(sql, news);
  return true;
}

/** The relay is written with the request, or added to it; `xmax` tells which. */
async function addRequest(
  sql: Sql,
  { relay, request, isLive, fence }: OutsideRequest,
): Promise<AddOutsideOutcome> {
  if (!(await isNewest(sql, { fence }))) return { kind: 'fenced' };
  const { eventId, key, eventText, arrivedAt, leaseMs } = request;
  const [row] = await sql<{ is_new: boolean; went_back_at: Date | null }[]>`
    insert into nwc_request as r
      (event_id, device_id, event, arrived_at, lease_until, came_over)
    values (${hexParameter(eventId)}, ${key.deviceId}, ${eventText}, ${arrivedAt},
      clock_timestamp() + ${leaseMs}::integer * interval '1 millisecond',
      array[${relay}::text])
    on conflict (event_id) do update set came_over = r.came_over || excluded.came_over
      where not r.came_over @> excluded.came_over
    returning (r.xmax = 0) as is_new, ${sql.unsafe(WENT_BACK_AT)}`;
  if (row?.is_new) return { kind: 'added', wentBackAt: row.went_back_at };
  if (row !== undefined || isLive) await publishAnswer(sql, eventId, relay);
  return { kind: 'known' };
}

/** Once it is there; until then, whoever writes it publishes it. */
async function publishAnswer(sql: Sql, eventId: string, relay: string): Promise<void> {
  await sql`
    insert into nwc_publication (relay, device_id, request_id, kind, event, next_at, drop_at)
    select ${relay}, device_id, event_id, ${RESPONSE_KIND}, answer, clock_timestamp(),
      clock_timestamp() + ${KEEP_OUTSIDE_ANSWER_MS}::integer * interval '1 millisecond'
    from nwc_request where event_id = ${hexParameter(eventId)} and answer is not null
    on conflict do nothing`;
}

/** What apps wait for comes before info events. */
async function takePublications(
  sql: Sql,
  relays: readonly string[],
  limit: number,
  { fence }: OutsideLeader,
): Promise<readonly DuePublication[]> {
  const { firstMs, maxMs } = OUTSIDE_AGAIN;
  const rows = await sql<{ id: bigint; relay: string; event: string }[]>`
    with leader as materialized (
      select from lease where name = ${OUTSIDE_RELAYS_LEASE} and fence = ${fence} for share
    ), due as materialized (
      select p.id from nwc_publication p
      where p.relay = any (${sql.array([...relays], ARRAY_OF.text)})
        and p.next_at <= clock_timestamp() and p.drop_at > clock_timestamp()
        and exists (select from leader)
      order by p.kind = ${INFO_KIND}, p.id limit ${limit}
      for no key update skip locked
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

async function endPublications(sql: Sql, ids: readonly bigint[]): Promise<void> {
  await sql`delete from nwc_publication where id = any (${sql.array([...ids], ARRAY_OF.bigint)})`;
}

async function hurryPublications(sql: Sql, relay: string): Promise<void> {
  await sql`
    update nwc_publication set next_at = clock_timestamp()
    where relay = ${relay} and next_at > clock_timestamp()`;
}

async function countPublications(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from nwc_publication where drop_at > clock_timestamp()`;
  return row?.count ?? 0;
}

async function sweepPublications(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    delete from nwc_publication where id in (
      select id from nwc_publication where drop_at <= clock_timestamp()
      order by drop_at limit ${limit} for update skip locked)`;
  return count;
}
