import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type {
  AddConnectionOutcome,
  AddDeviceOutcome,
  ConnectionStore,
  Device,
  NewConnection,
  NewDevice,
} from '../connection-store.ts';
import { MAX_APP_CONNECTIONS, MAX_DEVICES } from '../limits.ts';
import { findAppGrant } from './app-grant-store.ts';
import { setBudget } from './budget-store.ts';
import { waitForOthersOf } from './wait-for-others.ts';

export const createConnectionStore = (database: Database): ConnectionStore => ({
  addConnection: (connection) => database.transaction((sql) => addConnection(sql, connection)),
  addDevice: (userId, device) => database.transaction((sql) => addDevice(sql, userId, device)),
  ...bindQueries(database, { listDevices, endDevice }),
});

/** Adds a connection within the caller's transaction. */
export async function addConnection(sql: Sql, input: NewConnection): Promise<AddConnectionOutcome> {
  await waitForOthersOf(sql, input.userId);
  const [present] = await sql`select from app_grant where id = ${input.id}`;
  if (present !== undefined) {
    return { kind: 'repeated', connection: await findAppGrant(sql, input.userId, input.id) };
  }
  const [{ count } = { count: 0n }] = await sql<{ count: bigint }[]>`
    select count(*) from app_grant
    where user_id = ${input.userId} and kind <> 'app' and revoked_at is null`;
  if (count >= MAX_APP_CONNECTIONS) return { kind: 'too_many' };
  await insertConnection(sql, input);
  const connection = await findAppGrant(sql, input.userId, input.id);
  assert(connection !== null, 'it was just written');
  return { kind: 'added', connection };
}

/**
 * Inserts a connection. The budget is written first, which locks the wallet, and the connection
 * after it, which locks the user's inbox of notices. All other code takes these locks in the same
 * order, so that no deadlock can arise.
 */
async function insertConnection(sql: Sql, input: NewConnection): Promise<void> {
  const { id, userId, budget, createdAt } = input;
  if (budget !== null) await setBudget(sql, { userId, grantId: id }, budget, createdAt);
  await sql`
    insert into app_grant (id, user_id, kind, name, scopes, created_at, expires_at)
    values (
      ${id}, ${userId}, ${input.kind}, ${input.name}, ${input.scopes.join(' ')}, ${createdAt},
      ${input.expiresAt})`;
}

interface DeviceRow {
  readonly id: string;
  readonly app_grant_id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly ended_at: Date | null;
}

const parseDevice = (row: DeviceRow): Device => ({
  id: row.id,
  appGrantId: row.app_grant_id,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

/**
 * Adds a device. A lock on the connection keeps it from being revoked at the same time, and makes
 * the count of its devices reliable.
 */
export async function addDevice(
  sql: Sql,
  userId: string,
  input: NewDevice,
): Promise<AddDeviceOutcome> {
  const [live] = await sql`
    select from app_grant
    where id = ${input.appGrantId} and user_id = ${userId} and kind <> 'app' and revoked_at is null
    for no key update`;
  if (live === undefined) return { kind: 'gone' };
  const [added] = await sql<DeviceRow[]>`
    insert into grant_device (id, app_grant_id, name, created_at)
    select ${input.id}::uuid, ${input.appGrantId}::uuid, ${input.name},
      ${input.createdAt}::timestamptz
    where ${MAX_DEVICES}::bigint > (
      select count(*) from grant_device
      where app_grant_id = ${input.appGrantId} and ended_at is null)
    on conflict (id) do nothing
    returning id, app_grant_id, name, created_at, last_used_at, ended_at`;
  if (added !== undefined) return { kind: 'added', device: parseDevice(added) };
  const [present] = await sql<DeviceRow[]>`
    select id, app_grant_id, name, created_at, last_used_at, ended_at
    from grant_device where id = ${input.id}`;
  if (present === undefined) return { kind: 'too_many' };
  return { kind: 'repeated', device: present.ended_at === null ? parseDevice(present) : null };
}

async function listDevices(
  sql: Sql,
  userId: string,
  appGrantId: string,
): Promise<readonly Device[]> {
  const rows = await sql<DeviceRow[]>`
    select d.id, d.app_grant_id, d.name, d.created_at, d.last_used_at, d.ended_at
    from app_grant g
    join grant_device d on d.app_grant_id = g.id and d.ended_at is null
    where g.id = ${appGrantId} and g.user_id = ${userId} and g.revoked_at is null
    order by d.created_at desc, d.id`;
  return rows.map(parseDevice);
}

async function endDevice(sql: Sql, userId: string, id: string, at: Date): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { count } = await sql`
    update grant_device d set ended_at = ${at}
    from app_grant g
    where d.id = ${id} and d.ended_at is null
      and g.id = d.app_grant_id and g.user_id = ${userId}`;
  return count === 1;
}
