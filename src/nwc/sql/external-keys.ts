import type { NwcKey } from '../../apps/nwc-keys/nwc-key-store.ts';
import {
  NWC_KEY_COLUMNS,
  type NwcKeyRow,
  parseNwcKey,
} from '../../apps/nwc-keys/sql/nwc-key-store.ts';
import { readStoredScopes } from '../../apps/sql/known-tokens.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { ExternalKey, KeyBehind } from '../external-store.ts';

/**
 * An id that is smaller than all ids of devices, from which a search through all devices begins.
 */
const NO_DEVICE = '00000000-0000-0000-0000-000000000000';

/**
 * A query for the present state of keys whose device ids come after `after`. The alias `o` is the
 * row that says what relays were told about a key. The condition on the id is repeated for each
 * table, so that PostgreSQL reads none of them from its start.
 */
const keysAt = (sql: Sql, at: Date, after: string = NO_DEVICE) => sql`
  select ${sql.unsafe(NWC_KEY_COLUMNS)}, o.info_at, o.told_scopes, o.told_at, g.scopes,
    d.ended_at is null and g.revoked_at is null and u.disabled_at is null
      and (g.expires_at is null or g.expires_at > ${at}) as is_live
  from nwc_key k
  join grant_device d on d.id = k.device_id and d.id > ${after}
  join app_grant g on g.id = d.app_grant_id
  join wallet_user u on u.id = g.user_id
  left join nwc_outside_key o on o.device_id = k.device_id and o.device_id > ${after}
  where k.device_id > ${after}`;

interface ExternalKeyRow extends NwcKeyRow {
  readonly info_at: bigint | null;
  readonly told_scopes: string | null;
  readonly scopes: string;
  readonly is_live: boolean;
}

const parseExternalKey = (row: ExternalKeyRow): ExternalKey => ({
  key: parseNwcKey(row),
  scopes: row.is_live ? new Set(readStoredScopes(row.scopes)) : null,
  storedScopes: row.is_live ? row.scopes : null,
  infoAt: row.info_at === null ? null : Number(row.info_at),
});

export async function listKeys(sql: Sql, at: Date, endedAfter: Date): Promise<readonly NwcKey[]> {
  const rows = await sql<NwcKeyRow[]>`
    select * from (${keysAt(sql, at)}) k
    where k.is_live or (k.told_scopes is null and k.told_at > ${endedAfter})
    order by k.device_id`;
  return rows.map(parseNwcKey);
}

interface ChangeRow {
  /**
   * The id of the row that says that the key has changed. Null when only time has passed: the key
   * has expired, or it counted as expired until the clock was set back.
   */
  readonly id: bigint | null;
  readonly device_id: string;
}

/**
 * Finds keys of which relays are to be told. The row that says that a key has changed is removed
 * once relays know the present state of the key. A change that comes meanwhile has a row of its
 * own, which stays.
 */
export async function findKeysToTell(
  sql: Sql,
  at: Date,
  limit: number,
): Promise<readonly ExternalKey[]> {
  for (;;) {
    const changes = await sql<ChangeRow[]>`
      (select id, device_id from nwc_outside_change order by id limit ${limit})
      union all
      (select null, device_id from nwc_outside_key
        where told_scopes is not null and live_until <= ${at} order by live_until limit ${limit})
      union all
      (select null, device_id from nwc_outside_key
        where told_scopes is null and live_until > ${at} order by live_until desc limit ${limit})`;
    const deviceIds = [...new Set(changes.map((change) => change.device_id))];
    const rows = await sql<ExternalKeyRow[]>`
      select * from (${keysAt(sql, at)}) k
      where k.device_id = any (${sql.array(deviceIds, ARRAY_OF.uuid)})
      order by k.device_id`;
    const behind = rows.filter((row) => (row.is_live ? row.scopes : null) !== row.told_scopes);
    const isBehind = new Set(behind.map((row) => row.device_id));
    const done = changes.flatMap((change) =>
      change.id === null || isBehind.has(change.device_id) ? [] : [change.id],
    );
    if (done.length > 0) await endChanges(sql, done);
    if (behind.length > 0 || done.length === 0) return behind.slice(0, limit).map(parseExternalKey);
  }
}

async function endChanges(sql: Sql, ids: readonly bigint[]): Promise<void> {
  const list = sql.array([...ids], ARRAY_OF.bigint);
  await sql`delete from nwc_outside_change where id = any (${list})`;
}

/**
 * Removes old rows that say that a key has changed. Ids grow with time, so only the oldest rows are
 * read.
 */
export async function pruneChanges(sql: Sql, keepMs: number, limit: number): Promise<number> {
  const { count } = await sql`
    delete from nwc_outside_change where id in (
      select id from (select id, noted_at from nwc_outside_change order by id limit ${limit}) first
      where noted_at <= clock_timestamp() - ${keepMs}::bigint * interval '1 millisecond')`;
  return count;
}

export async function pageLiveKeys(
  sql: Sql,
  at: Date,
  after: string | null,
  limit: number,
): Promise<readonly ExternalKey[]> {
  const rows = await sql<ExternalKeyRow[]>`
    select * from (${keysAt(sql, at, after ?? NO_DEVICE)}) k
    where k.is_live order by k.device_id limit ${limit}`;
  return rows.map(parseExternalKey);
}

export async function findBehind(
  sql: Sql,
  limit: number,
  among: readonly string[] | null,
): Promise<readonly KeyBehind[]> {
  const wallets =
    among === null
      ? sql`wallet w`
      : sql`unnest(${sql.array([...among], ARRAY_OF.uuid)}) changed (user_id)
          join wallet w on w.user_id = changed.user_id`;
  const rows = await sql<(NwcKeyRow & { published_seq: bigint })[]>`
    select ${sql.unsafe(NWC_KEY_COLUMNS)}, o.published_seq
    from ${wallets}
    join app_grant g on g.user_id = w.user_id
    join grant_device d on d.app_grant_id = g.id
    join nwc_key k on k.device_id = d.id
    join nwc_outside_key o on o.device_id = k.device_id
    where o.told_scopes is not null and w.record_seq > o.published_seq
    order by o.device_id limit ${limit}`;
  return rows.map((row) => ({ key: parseNwcKey(row), afterSeq: row.published_seq }));
}
