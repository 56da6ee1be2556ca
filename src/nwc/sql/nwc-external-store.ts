import { bindQueries } from '../../database/bind-queries.ts';
import { hexParameter } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import {
  type AddExternalOutcome,
  EXTERNAL_RELAYS_LEASE,
  type ExternalLeader,
  type ExternalRequest,
  type MovedMark,
  type NewPublication,
  type NwcExternalStore,
  type ToldKey,
} from '../external-store.ts';
import { KEEP_EXTERNAL_ANSWER_MS } from '../limits.ts';
import { DELETION_KIND, INFO_KIND, RESPONSE_KIND } from '../wire-kinds.ts';
import {
  findBehind,
  findKeysToTell,
  listKeys,
  pageLiveKeys,
  pruneChanges,
} from './external-keys.ts';
import {
  addPublications,
  countPublications,
  endPublications,
  prunePublications,
  retryPublicationsNow,
  takePublications,
} from './publications.ts';
import { WENT_BACK_AT } from './take-requests.ts';

export const createNwcExternalStore = (database: Database): NwcExternalStore => ({
  ...bindQueries(database, {
    listKeys,
    findKeysToTell,
    pageLiveKeys,
    takePublications,
    endPublications,
    findBehind,
    retryPublicationsNow,
    countPublications,
    prunePublications,
    pruneChanges,
  }),
  tell: (told, news, by) => database.transaction((sql) => tell(sql, told, news, by)),
  publishInfoEvent: (mark, news, by) =>
    database.transaction((sql) => publishInfoEvent(sql, mark, news, by)),
  addRequest: (request) => database.transaction((sql) => addRequest(sql, request)),
});

/**
 * Whether this process still holds the lease. Locks the lease's row until the transaction ends, so
 * that no other process can take it meanwhile.
 */
async function isNewest(sql: Sql, { fence }: ExternalLeader): Promise<boolean> {
  const rows = await sql`
    select from lease where name = ${EXTERNAL_RELAYS_LEASE} and fence = ${fence} for share`;
  return rows.length === 1;
}

async function tell(
  sql: Sql,
  told: readonly ToldKey[],
  news: readonly NewPublication[],
  by: ExternalLeader,
): Promise<boolean> {
  if (!(await isNewest(sql, by))) return false;
  const uuids = (list: readonly { readonly deviceId: string }[]) =>
    sql.array(
      list.map(({ deviceId }) => deviceId),
      ARRAY_OF.uuid,
    );
  await sql`
    insert into nwc_outside_key
      (device_id, info_at, told_scopes, told_at, live_until, published_seq)
    select given.device_id, given.info_at, given.told_scopes, clock_timestamp(),
      case when d.ended_at is null and g.revoked_at is null and u.disabled_at is null
        then g.expires_at end,
      w.record_seq
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
    join wallet_user u on u.id = g.user_id
    join wallet w on w.user_id = g.user_id
    order by given.device_id
    on conflict (device_id) do update set info_at = excluded.info_at,
      told_scopes = excluded.told_scopes, told_at = excluded.told_at,
      live_until = excluded.live_until`;
  const relays = [...new Set(news.map(({ relay }) => relay))];
  await sql`
    delete from nwc_publication
    where device_id = any (${uuids(told)}) and relay = any (${sql.array(relays, ARRAY_OF.text)})
      and kind in (${INFO_KIND}, ${DELETION_KIND})`;
  await addPublications(sql, news);
  return true;
}

async function publishInfoEvent(
  sql: Sql,
  { deviceId, afterSeq, upToSeq }: MovedMark,
  news: readonly NewPublication[],
  by: ExternalLeader,
): Promise<boolean> {
  if (!(await isNewest(sql, by))) return false;
  const { count } = await sql`
    update nwc_outside_key set published_seq = ${upToSeq}
    where device_id = ${deviceId} and published_seq = ${afterSeq}`;
  if (count === 1) await addPublications(sql, news);
  return true;
}

/**
 * Stores a request together with its relay; if the request is stored already, adds the relay to it.
 * The system column `xmax` tells which of the two has happened.
 */
async function addRequest(
  sql: Sql,
  { relay, request, isLive, fence }: ExternalRequest,
): Promise<AddExternalOutcome> {
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

/**
 * Publishes an answer that exists already on one more relay. An answer that is written later is
 * published by the process that writes it.
 */
async function publishAnswer(sql: Sql, eventId: string, relay: string): Promise<void> {
  await sql`
    insert into nwc_publication (relay, device_id, request_id, kind, event, next_at, drop_at)
    select ${relay}, device_id, event_id, ${RESPONSE_KIND}, answer, clock_timestamp(),
      clock_timestamp() + ${KEEP_EXTERNAL_ANSWER_MS}::integer * interval '1 millisecond'
    from nwc_request where event_id = ${hexParameter(eventId)} and answer is not null
    on conflict do nothing`;
}
