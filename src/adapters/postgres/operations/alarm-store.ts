import type { Alarm, AlarmStore, StoredAlarm } from '../../../operations/alarm-store.ts';
import { bindQueries } from '../connection/bind-queries.ts';
import type { Database } from '../connection/db.ts';
import type { Sql } from '../connection/sql.ts';

export const createAlarmStore = (database: Database): AlarmStore =>
  bindQueries(database, {
    raiseAlarm,
    wasRaised,
    listAlarms,
  });

async function raiseAlarm(sql: Sql, { kind, subject, detail }: Alarm): Promise<void> {
  await sql`
    insert into alarm (kind, subject, detail, day, first_at, last_at)
    select ${kind}, ${subject}, ${detail}, (now at time zone 'UTC')::date, now, now
    from clock_timestamp() now
    on conflict (kind, subject, day) do update set
      count = alarm.count + 1, detail = excluded.detail, last_at = excluded.last_at`;
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
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    detail: row.detail,
    count: Number(row.count),
    firstAt: row.first_at,
    lastAt: row.last_at,
  }));
}
