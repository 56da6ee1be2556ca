import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { LOCKDOWN_NUMBER } from '../../lockdown/sql/lockdown-sql.ts';
import type {
  NewPushDevice,
  PushDevice,
  PushDeviceStore,
  PushResult,
  PushSubscription,
} from '../push-device.ts';

export const createPushDeviceStore = (database: Database): PushDeviceStore => ({
  keepDevice: (device, mostOfUser) =>
    database.transaction((sql) => keepDevice(sql, device, mostOfUser)),
  ...bindQueries(database, {
    listDevices,
    findSubscription,
    isKept,
    setDetails,
    removeDevice,
    noteResult,
    pruneEnded,
  }),
});

/**
 * SQL for the browsers, named `d`, that get messages: those whose user is neither switched off nor
 * has ended all sessions since.
 */
export const LIVE_DEVICES = `
  push_device d
  join wallet_user u on u.id = d.user_id and u.session_epoch = d.session_epoch
    and u.disabled_at is null and d.lockdown_number >= ${LOCKDOWN_NUMBER}`;

async function keepDevice(
  sql: Sql,
  device: NewPushDevice,
  mostOfUser: number,
): Promise<'kept' | 'too_many' | 'ended'> {
  const { endpoint, earlier, userId } = device;
  // Two browsers of a user that are added at once wait for each other here, so that both count.
  const [inbox] = await sql<{ last_seq: bigint }[]>`
    select last_seq from notice_inbox where user_id = ${userId} for update`;
  if (inbox === undefined) return 'ended';
  await sql`
    delete from push_device d using wallet_user u
    where d.user_id = ${userId} and u.id = d.user_id
      and (u.session_epoch <> d.session_epoch
        or d.lockdown_number < ${sql.unsafe(LOCKDOWN_NUMBER)})`;
  if (earlier !== null && earlier !== endpoint) {
    await sql`
      update push_device set endpoint = ${endpoint}
      where endpoint = ${earlier} and user_id = ${userId}
        and not exists (select from push_device where endpoint = ${endpoint})`;
    await sql`delete from push_device where endpoint = ${earlier} and user_id = ${userId}`;
  }
  const [present] = await sql<{ others: bigint }[]>`
    select count(*) as others from push_device
    where user_id = ${userId} and endpoint <> ${endpoint}`;
  if ((present?.others ?? 0n) >= BigInt(mostOfUser)) return 'too_many';
  const { count } = await sql`
    insert into push_device as d (
      id, user_id, session_id, session_epoch, endpoint, public_key, auth, sender_key, device,
      created_at, pushed_seq, lockdown_number)
    select ${device.id}, s.user_id, s.id, s.session_epoch, ${endpoint}, ${device.publicKey},
      ${device.auth}, ${device.senderKey}, ${device.device}, ${device.createdAt}, ${inbox.last_seq},
      s.lockdown_number
    from session s
    join wallet_user u on u.id = s.user_id and u.session_epoch = s.session_epoch
      and u.disabled_at is null
      and s.lockdown_number >= ${sql.unsafe(LOCKDOWN_NUMBER)}
    where s.id = ${device.sessionId} and s.user_id = ${userId} and s.signed_in_at is not null
    on conflict (endpoint) do update set
      user_id = excluded.user_id, session_id = excluded.session_id,
      session_epoch = excluded.session_epoch, lockdown_number = excluded.lockdown_number,
      public_key = excluded.public_key,
      auth = excluded.auth, sender_key = excluded.sender_key, device = excluded.device,
      shows_details = d.shows_details and d.user_id = excluded.user_id,
      created_at = case when d.user_id = excluded.user_id then d.created_at
        else excluded.created_at end,
      taken_at = case when d.user_id = excluded.user_id then d.taken_at end,
      pushed_seq = case when d.user_id = excluded.user_id then d.pushed_seq
        else excluded.pushed_seq end,
      tries = 0, retry_at = null, problem = null`;
  return count === 1 ? 'kept' : 'ended';
}

interface DeviceRow {
  readonly id: string;
  readonly device: string;
  readonly session_id: string;
  readonly shows_details: boolean;
  readonly created_at: Date;
  readonly taken_at: Date | null;
  readonly problem: string | null;
}

const parseDevice = (row: DeviceRow): PushDevice => ({
  id: row.id,
  device: row.device,
  sessionId: row.session_id,
  showsDetails: row.shows_details,
  createdAt: row.created_at,
  takenAt: row.taken_at,
  problem: row.problem,
});

async function listDevices(sql: Sql, userId: string): Promise<readonly PushDevice[]> {
  const rows = await sql<DeviceRow[]>`
    select d.id, d.device, d.session_id, d.shows_details, d.created_at, d.taken_at, d.problem
    from ${sql.unsafe(LIVE_DEVICES)}
    where d.user_id = ${userId}
    order by d.created_at desc, d.id`;
  return rows.map(parseDevice);
}

export interface SubscriptionRow {
  readonly endpoint: string;
  readonly public_key: Uint8Array;
  readonly auth: Uint8Array;
  readonly sender_key: Uint8Array;
}

export const SUBSCRIPTION_COLUMNS = 'd.endpoint, d.public_key, d.auth, d.sender_key';

export const parseSubscription = (row: SubscriptionRow): PushSubscription => ({
  endpoint: row.endpoint,
  publicKey: row.public_key,
  auth: row.auth,
  senderKey: row.sender_key,
});

async function findSubscription(
  sql: Sql,
  userId: string,
  id: string,
): Promise<PushSubscription | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<SubscriptionRow[]>`
    select ${sql.unsafe(SUBSCRIPTION_COLUMNS)} from ${sql.unsafe(LIVE_DEVICES)}
    where d.id = ${id} and d.user_id = ${userId}`;
  return row === undefined ? null : parseSubscription(row);
}

async function isKept(sql: Sql, userId: string, endpoint: string): Promise<boolean> {
  const rows = await sql`
    select from ${sql.unsafe(LIVE_DEVICES)}
    where d.endpoint = ${endpoint} and d.user_id = ${userId}`;
  return rows.length > 0;
}

async function setDetails(
  sql: Sql,
  userId: string,
  id: string,
  showsDetails: boolean,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { count } = await sql`
    update push_device set shows_details = ${showsDetails}
    where id = ${id} and user_id = ${userId}`;
  return count === 1;
}

async function removeDevice(sql: Sql, userId: string, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { count } = await sql`delete from push_device where id = ${id} and user_id = ${userId}`;
  return count === 1;
}

async function noteResult(sql: Sql, id: string, result: PushResult): Promise<void> {
  switch (result.kind) {
    case 'taken':
      await sql`
        update push_device set taken_at = ${result.at}, tries = 0, retry_at = null, problem = null,
          pushed_seq = greatest(pushed_seq, coalesce(${result.seq}::bigint, 0))
        where id = ${id}`;
      return;
    case 'gone':
      await sql`delete from push_device where id = ${id}`;
      return;
    case 'later':
      await sql`
        update push_device set tries = tries + 1, retry_at = ${result.retryAt},
          problem = ${result.problem}
        where id = ${id}`;
      return;
    case 'given_up':
      await sql`
        update push_device set tries = 0, retry_at = null, problem = ${result.problem},
          pushed_seq = greatest(pushed_seq, ${result.seq}::bigint)
        where id = ${id}`;
  }
}

async function pruneEnded(sql: Sql, limit: number): Promise<number> {
  const { count } = await sql`
    delete from push_device where id in (
      select d.id from push_device d
      join wallet_user u on u.id = d.user_id
        and (u.session_epoch <> d.session_epoch
          or d.lockdown_number < ${sql.unsafe(LOCKDOWN_NUMBER)})
      limit ${limit})`;
  return count;
}
