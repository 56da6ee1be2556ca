import { assert } from '../../../base/assert.ts';
import { batchCalls } from '../../../base/batch-calls.ts';
import { bytesToHex } from '../../../base/hex.ts';
import { bindQueries } from '../../../database/bind-queries.ts';
import { hexParameter } from '../../../database/column-values.ts';
import type { Database } from '../../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../../database/sql.ts';
import { type CallerSource, createCallerQuery } from '../../sql/caller-query.ts';
import { readStoredScopes } from '../../sql/known-tokens.ts';
import type { LiveNwcKey, NewNwcKey, NwcCaller, NwcKey, NwcKeyStore } from '../nwc-key-store.ts';

export const createNwcKeyStore = (database: Database): NwcKeyStore => {
  const findCaller = createCallerQuery(database, OF_KEYS);
  const findKey = batchCalls<string, NwcKey | null>(MERGED, (pubkeys) =>
    database.query((sql) => findKeys(sql, pubkeys)),
  );
  return {
    findKey,
    findCaller: async (clientPubkey) => {
      const found = await findCaller(hexParameter(clientPubkey));
      if (found === null) return null;
      const { balanceSat, caller, expiresAt, lastUsedAt, isLockedDown } = found;
      return { caller, balanceSat, expiresAt, lastUsedAt, isLockedDown } satisfies NwcCaller;
    },
    ...bindQueries(database, { addKey, findLiveKeys }),
  };
};

const MERGED = { maxItems: 64, maxCalls: 2 } as const;

/** SQL that finds callers by their keys, whose scopes may change. */
const OF_KEYS: CallerSource = {
  columns: `g.id::text as grant_id, g.client_id, g.user_id, g.scopes, g.expires_at,
    g.last_used_at, null::uuid as family_id, null as resource, null::timestamptz as version`,
  tables: `(select client_pubkey as token_hash, device_id from nwc_key) t
    join grant_device d on d.id = t.device_id
    join app_grant g on g.id = d.app_grant_id`,
  isAlive: 'g.revoked_at is null and d.ended_at is null',
};

/**
 * Stores the keys of a device; false if the device has keys already, or if the app's key is in use.
 */
export async function insertKey(sql: Sql, key: NewNwcKey): Promise<boolean> {
  const { count } = await sql`
    insert into nwc_key (device_id, client_pubkey, wallet_pubkey, wallet_secret_sealed, created_at,
      notified_seq)
    values (${key.deviceId}, ${hexParameter(key.clientPubkey)},
      ${hexParameter(key.walletPubkey)}, ${key.sealedSecret}, ${key.createdAt},
      (select w.record_seq
        from grant_device d
        join app_grant g on g.id = d.app_grant_id
        join wallet w on w.user_id = g.user_id
        where d.id = ${key.deviceId}))
    on conflict do nothing`;
  return count === 1;
}

async function addKey(sql: Sql, key: NewNwcKey): Promise<Pick<NwcKey, 'walletPubkey'>> {
  await insertKey(sql, key);
  const [row] = await sql<{ client_pubkey: Uint8Array; wallet_pubkey: Uint8Array }[]>`
    select client_pubkey, wallet_pubkey from nwc_key where device_id = ${key.deviceId}`;
  assert(row !== undefined, 'the key of a device stays');
  const isSame = bytesToHex(row.client_pubkey) === key.clientPubkey;
  assert(isSame, 'a repeat has the same secret');
  return { walletPubkey: bytesToHex(row.wallet_pubkey) };
}

/**
 * SQL for the columns of an NwcKey, where `k` is the row of the key, `d` its device and `g` its app
 * grant.
 */
export const NWC_KEY_COLUMNS = `k.device_id, g.id as grant_id, g.user_id,
  k.client_pubkey, k.wallet_pubkey, k.wallet_secret_sealed`;

export interface NwcKeyRow {
  readonly device_id: string;
  readonly grant_id: string;
  readonly user_id: string;
  readonly client_pubkey: Uint8Array;
  readonly wallet_pubkey: Uint8Array;
  readonly wallet_secret_sealed: Uint8Array;
}

export const parseNwcKey = (row: NwcKeyRow): NwcKey => ({
  deviceId: row.device_id,
  grantId: row.grant_id,
  userId: row.user_id,
  clientPubkey: bytesToHex(row.client_pubkey),
  walletPubkey: bytesToHex(row.wallet_pubkey),
  sealedSecret: row.wallet_secret_sealed,
});

const keyList = (sql: Sql, pubkeys: readonly string[]) =>
  sql.array(pubkeys.map(hexParameter), ARRAY_OF.bytea);

async function findKeys(sql: Sql, pubkeys: readonly string[]): Promise<readonly (NwcKey | null)[]> {
  const rows = await sql<NwcKeyRow[]>`
    select ${sql.unsafe(NWC_KEY_COLUMNS)}
    from nwc_key k
    join grant_device d on d.id = k.device_id
    join app_grant g on g.id = d.app_grant_id
    where k.client_pubkey = any (${keyList(sql, pubkeys)})`;
  const found = new Map(rows.map(parseNwcKey).map((key) => [key.clientPubkey, key]));
  return pubkeys.map((pubkey) => found.get(pubkey) ?? null);
}

interface LiveKeyRow extends NwcKeyRow {
  readonly scopes: string;
  readonly is_live: boolean;
  readonly notified_seq: bigint;
}

async function findLiveKeys(
  sql: Sql,
  pubkeys: readonly string[],
  at: Date,
): Promise<readonly LiveNwcKey[]> {
  const list = keyList(sql, pubkeys);
  const rows = await sql<LiveKeyRow[]>`
    select ${sql.unsafe(NWC_KEY_COLUMNS)}, g.scopes, k.notified_seq,
      d.ended_at is null and g.revoked_at is null and u.disabled_at is null
        and (g.expires_at is null or g.expires_at > ${at}) as is_live
    from nwc_key k
    join grant_device d on d.id = k.device_id
    join app_grant g on g.id = d.app_grant_id
    join wallet_user u on u.id = g.user_id
    where k.client_pubkey = any (${list}) or k.wallet_pubkey = any (${list})`;
  return rows.map((row) => ({
    key: parseNwcKey(row),
    scopes: row.is_live ? new Set(readStoredScopes(row.scopes)) : null,
    notifiedSeq: row.notified_seq,
  }));
}
