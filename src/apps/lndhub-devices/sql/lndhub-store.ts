import type { CallerQuery } from '../../../authorization/token-store.ts';
import { assert } from '../../../base/assert.ts';
import { bindQueries } from '../../../database/bind-queries.ts';
import type { Database } from '../../../database/db.ts';
import type { Sql } from '../../../database/sql.ts';
import { ARE_APPS_HELD } from '../../../lockdown/sql/lockdown-sql.ts';
import { MAX_LNDHUB_TOKENS } from '../../limits.ts';
import { type CallerSource, createCallerQuery } from '../../sql/caller-query.ts';
import type {
  FoundLndhubCaller,
  LndhubDevice,
  LndhubStore,
  NewLndhubDevice,
  NewLndhubToken,
} from '../lndhub-store.ts';
import type { LndhubLogin } from '../lndhub-token.ts';

export const createLndhubStore = (database: Database): LndhubStore => {
  const findCaller = createCallerQuery(database, OF_DEVICES);
  return {
    findCaller: (tokenHash) => findWithDevice(findCaller, tokenHash),
    saveTokens: (deviceId, tokens) =>
      database.transaction((sql) => saveTokens(sql, deviceId, tokens)),
    ...bindQueries(database, { addDevice, findDevice, findRefreshed, pruneTokens }),
  };
};

/**
 * SQL that finds callers by their LndHub token. The column `family_id`, which for OAuth names all
 * tokens of one device, holds the id of the token's device itself. The token ends at the latest
 * with its connection.
 */
const OF_DEVICES: CallerSource = {
  columns: `g.id::text as grant_id, null as client_id, g.user_id, g.scopes,
    least(t.expires_at, g.expires_at) as expires_at, g.last_used_at, t.device_id as family_id,
    null as resource, null::timestamptz as version`,
  tables: `lndhub_token t
    join grant_device d on d.id = t.device_id
    join app_grant g on g.id = d.app_grant_id`,
  isAlive: `t.kind = 'access' and d.ended_at is null and g.revoked_at is null`,
};

async function findWithDevice(
  findCaller: CallerQuery,
  tokenHash: Uint8Array,
): Promise<FoundLndhubCaller | null> {
  const found = await findCaller(tokenHash);
  if (found === null) return null;
  assert(found.familyId !== null, 'each token is of a device');
  return { ...found, familyId: null, deviceId: found.familyId };
}

async function addDevice(sql: Sql, { deviceId, login, secretHash }: NewLndhubDevice) {
  await sql`
    insert into lndhub_device (device_id, login, secret_hash)
    values (${deviceId}, ${login}, ${secretHash})
    on conflict (device_id) do nothing`;
}

interface DeviceRow {
  readonly device_id: string;
  readonly login: LndhubLogin;
  readonly grant_id: string;
  readonly grant_expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly is_locked_down: boolean;
}

const parseDevice = (row: DeviceRow): LndhubDevice => ({
  deviceId: row.device_id,
  login: row.login,
  grantId: row.grant_id,
  grantExpiresAt: row.grant_expires_at,
  lastUsedAt: row.last_used_at,
  isLockedDown: row.is_locked_down,
});

const LIVE_DEVICE = `
  select l.device_id, l.login, g.id as grant_id, g.expires_at as grant_expires_at, g.last_used_at,
    ${ARE_APPS_HELD} as is_locked_down
  from lndhub_device l
  join grant_device d on d.id = l.device_id and d.ended_at is null
  join app_grant g on g.id = d.app_grant_id and g.revoked_at is null
  join wallet_user u on u.id = g.user_id and u.disabled_at is null`;

async function findDevice(sql: Sql, secretHash: Uint8Array): Promise<LndhubDevice | null> {
  const [row] = await sql<DeviceRow[]>`
    ${sql.unsafe(LIVE_DEVICE)} where l.secret_hash = ${secretHash}`;
  return row === undefined ? null : parseDevice(row);
}

async function findRefreshed(
  sql: Sql,
  tokenHash: Uint8Array,
  at: Date,
): Promise<LndhubDevice | null> {
  const [row] = await sql<DeviceRow[]>`
    ${sql.unsafe(LIVE_DEVICE)}
    join lndhub_token t on t.device_id = l.device_id
    where t.token_hash = ${tokenHash} and t.kind = 'refresh' and t.expires_at > ${at}`;
  return row === undefined ? null : parseDevice(row);
}

/**
 * Stores tokens of a device. A lock makes simultaneous log-ins wait for each other, so that they
 * cannot leave more tokens than the limit.
 */
async function saveTokens(
  sql: Sql,
  deviceId: string,
  tokens: readonly NewLndhubToken[],
): Promise<void> {
  await sql`select from grant_device where id = ${deviceId} for no key update`;
  for (const { hash, kind, expiresAt } of tokens) {
    await sql`
      insert into lndhub_token (token_hash, device_id, kind, expires_at)
      values (${hash}, ${deviceId}, ${kind}, ${expiresAt})`;
    await sql`
      delete from lndhub_token where token_hash in (
        select token_hash from lndhub_token
        where device_id = ${deviceId} and kind = ${kind}
        order by expires_at desc offset ${MAX_LNDHUB_TOKENS})`;
  }
}

async function pruneTokens(sql: Sql, before: Date, limit: number): Promise<number> {
  const { count } = await sql`
    delete from lndhub_token where token_hash in (
      select token_hash from lndhub_token where expires_at <= ${before}
      order by expires_at limit ${limit})`;
  return count;
}
