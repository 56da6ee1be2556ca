import type {
  Alarm,
  AlarmListStore,
  AlarmQuery,
  AlarmStore,
  StoredAlarm,
} from '../../../operations/alarm-store.ts';
import { bindQueries } from '../connection/bind-queries.ts';
import { isUuid } from '../connection/column-values.ts';
import type { Database } from '../connection/db.ts';
import type { Sql } from '../connection/sql.ts';

const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const createAlarmStore = (database: Database): AlarmStore =>
  bindQueries(database, {
    raiseAlarm,
    wasRaised,
    listAlarms,
  });

export const createAlarmListStore = (database: Database): AlarmListStore =>
  bindQueries(database, { listAlarmPage });

async function raiseAlarm(sql: Sql, { kind, subject, detail }: Alarm): Promise<void> {
  await sql`
    insert into alarm (kind, subject, detail, day, first_at, last_at)
    select ${kind}, ${subject}, ${detail}, (now at time zone 'UTC')::date, now, now
    from clock_timestamp() now
    on conflict (kind, subject, day) do update set
      count = alarm.count + 1, detail = excluded.detail, last_at = excluded.last_at,
      acknowledged_at = null`;
}

async function wasRaised(sql: Sql, kind: Alarm['kind'], subject: string): Promise<boolean> {
  const [row] = await sql`
    select 1 from alarm where kind = ${kind} and subject = ${subject} limit 1`;
  return row !== undefined;
}

interface AlarmRow {
  readonly id: string;
  readonly kind: Alarm['kind'];
  readonly subject: string;
  readonly detail: string;
  readonly count: bigint;
  readonly first_at: Date;
  readonly last_at: Date;
}

async function listAlarms(sql: Sql, limit: number): Promise<readonly StoredAlarm[]> {
  const rows = await sql<AlarmRow[]>`
    select id, kind, subject, detail, count, first_at, last_at from alarm
    order by last_at desc, id
    limit ${limit}`;
  return rows.map(parseAlarm);
}

async function listAlarmPage(
  sql: Sql,
  { isOpen, kind, after, limit }: AlarmQuery,
): Promise<readonly StoredAlarm[]> {
  const id = after !== null && isUuid(after) ? after : null;
  const rows = await sql<AlarmRow[]>`
    select id, kind, subject, detail, count, first_at, last_at from alarm
    where ${
      kind === null
        ? sql`acknowledged_at is ${isOpen ? sql`null` : sql`not null`}`
        : sql`kind = ${kind} and (acknowledged_at is null) = ${isOpen}`
    }
      and (last_at, id) < (
        coalesce((select last_at from alarm where id = ${id}::uuid), 'infinity'::timestamptz),
        coalesce(${id}::uuid, ${LAST_UUID}::uuid))
    order by ${
      // The index of kinds has an order of its own, so that plans use no other.
      kind === null ? sql`last_at desc, id desc` : sql`last_at desc nulls last, id desc nulls last`
    }
    limit ${limit}`;
  return rows.map(parseAlarm);
}

const parseAlarm = (row: AlarmRow): StoredAlarm => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  detail: row.detail,
  count: Number(row.count),
  firstAt: row.first_at,
  lastAt: row.last_at,
});
