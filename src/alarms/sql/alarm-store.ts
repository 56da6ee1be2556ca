import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import { MAIL_ALARM_JOB, MAIL_ALARMS_JOB } from '../alarm-mail-store.ts';
import { ALARM_POST_ATTEMPTS, type AlarmEventType, POST_ALARM_JOB } from '../alarm-post.ts';
import type {
  AcknowledgeOutcome,
  Alarm,
  AlarmListStore,
  AlarmQuery,
  AlarmStore,
  ListedAlarm,
  SeenAlarm,
  StoredAlarm,
} from '../alarm-store.ts';
import type { NewAction } from '../operator-log/operator-action.ts';
import { logged } from '../operator-log/sql/write-action.ts';

const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export const createAlarmStore = (database: Database): AlarmStore =>
  bindQueries(database, {
    raiseAlarm,
    wasRaised,
    listAlarms,
    endAlarm,
  });

export const createAlarmListStore = (database: Database): AlarmListStore => ({
  ...bindQueries(database, { listAlarmPage, findAlarm }),
  acknowledge: (id, seen, action) =>
    logged(
      database,
      action,
      (sql) => acknowledge(sql, id, seen, action),
      (outcome) => outcome === 'acknowledged',
    ),
});

/**
 * Raises an alarm. If it was not open before, the same statement orders a mail to admins and a
 * message to the receiver of alarms, so that no crash can come in between.
 */
export async function raiseAlarm(sql: Sql, alarm: Alarm): Promise<void> {
  const { kind, subject, detail } = alarm;
  const isMailed = !isAboutMail(alarm);
  await sql`
    with raised as (
      insert into alarm (kind, subject, detail, day, first_at, last_at, opened_at, mail_wanted_at)
      select ${kind}, ${subject}, ${detail}, (now at time zone 'UTC')::date, now, now, opened,
        case when ${isMailed} then opened end
      from clock_timestamp() now
      cross join lateral (
        select case when not exists (
          select from alarm
          where kind = ${kind} and subject = ${subject} and acknowledged_at is null
        ) then now end as opened
      ) fresh
      on conflict (kind, subject, day) do update set
        count = alarm.count + 1, detail = excluded.detail, last_at = excluded.last_at,
        acknowledged_at = null, acknowledged_by = null, note = null,
        opened_at = case when alarm.acknowledged_at is null
          then alarm.opened_at else excluded.last_at end,
        mail_wanted_at = coalesce(
          alarm.mail_wanted_at, excluded.mail_wanted_at,
          -- It was open a moment ago, and someone has acknowledged it since.
          case when ${isMailed} and alarm.acknowledged_at is not null then excluded.last_at end)
      returning *
    )
    select enqueue_job(${MAIL_ALARMS_JOB}, '{}', 'alarms', mail_wanted_at + ${MAIL_AFTER}::interval)
    from raised where mail_wanted_at is not null
    union all
    select ${orderPost(sql, 'alarm.raised', 'opened_at')} from raised
    where opened_at = last_at and ${!isAboutPosts(alarm)}`;
}

/**
 * SQL that orders the message about an event of an alarm, which happened at the time of a column.
 * One message about each type waits at a time, so an alarm that comes and goes while the receiver
 * is away does not fill the table of jobs.
 */
const orderPost = (sql: Sql, type: AlarmEventType, timeColumn: 'opened_at' | 'acknowledged_at') =>
  sql`enqueue_job(
    ${POST_ALARM_JOB},
    json_build_object(
      'type', ${type}::text, 'atMs', floor(extract(epoch from ${sql(timeColumn)}) * 1000)::bigint,
      'id', id, 'kind', kind, 'subject', subject, 'detail', detail),
    id || ${` ${type}`}, null, ${ALARM_POST_ATTEMPTS})`;

/**
 * Whether an alarm says that alarms do not reach their receiver. It is not sent there, because that
 * message would not arrive either, and each failure would order another one.
 */
const isAboutPosts = ({ kind, subject }: Pick<Alarm, 'kind' | 'subject'>): boolean =>
  kind === 'alarm_not_sent' || (kind === 'job_parked' && subject.startsWith(`${POST_ALARM_JOB} `));

/**
 * The wait before a mail about a new alarm, so that one mail covers all alarms that are raised
 * together.
 */
const MAIL_AFTER = '10 seconds';

/**
 * Whether an alarm says that mails cannot be sent. No mail is ordered for it, because that mail
 * could not be sent either.
 */
const isAboutMail = ({ kind, subject }: Alarm): boolean =>
  kind === 'mail_not_leaving' ||
  (kind === 'job_parked' &&
    [MAIL_ALARM_JOB, MAIL_ALARMS_JOB].some((job) => subject.startsWith(`${job} `)));

export async function endAlarm(
  sql: Sql,
  { kind, subject }: Pick<Alarm, 'kind' | 'subject'>,
  note: string,
): Promise<void> {
  await sql`
    with ended as (
      update alarm set acknowledged_at = clock_timestamp(), acknowledged_by = null, note = ${note},
        mail_wanted_at = null
      where kind = ${kind} and subject = ${subject} and acknowledged_at is null
      returning *
    )
    select ${orderPost(sql, 'alarm.closed', 'acknowledged_at')}
    from (select * from ended order by day desc limit 1) newest
    where ${!isAboutPosts({ kind, subject })}`;
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
  readonly first_shown: Date;
  readonly last_shown: Date;
}

/**
 * SQL for the times of alarms. A time that no program can show, such as `infinity`, is replaced by
 * the nearest one that it can, because a single such row would make the whole list fail.
 */
const TIMES = `
  least(greatest(first_at, 'epoch'), '9999-12-31') as first_shown,
  least(greatest(last_at, 'epoch'), '9999-12-31') as last_shown`;

async function listAlarms(sql: Sql, limit: number): Promise<readonly StoredAlarm[]> {
  const rows = await sql<AlarmRow[]>`
    select id, kind, subject, detail, count, ${sql.unsafe(TIMES)} from alarm
    order by last_at desc, id
    limit ${limit}`;
  return rows.map(parseAlarm);
}

async function listAlarmPage(
  sql: Sql,
  { isOpen, kind, after, limit }: AlarmQuery,
): Promise<readonly ListedAlarm[]> {
  const id = after !== null && isUuid(after) ? after : null;
  const rows = await sql<ListedRow[]>`
    ${sql.unsafe(LISTED)}
    where ${
      kind === null
        ? sql`acknowledged_at is ${isOpen ? sql`null` : sql`not null`}`
        : sql`kind = ${kind} and (acknowledged_at is null) = ${isOpen}`
    }
      and (last_at, alarm.id) < (
        coalesce((select last_at from alarm where id = ${id}::uuid), 'infinity'::timestamptz),
        coalesce(${id}::uuid, ${LAST_UUID}::uuid))
    order by ${
      // The order says `nulls last`, although no time is null, so that PostgreSQL chooses the index
      // that begins with the kind.
      kind === null
        ? sql`last_at desc, alarm.id desc`
        : sql`last_at desc nulls last, alarm.id desc nulls last`
    }
    limit ${limit}`;
  return rows.map(parseListed);
}

async function findAlarm(sql: Sql, id: string): Promise<ListedAlarm | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql<ListedRow[]>`${sql.unsafe(LISTED)} where alarm.id = ${id}`;
  return row === undefined ? null : parseListed(row);
}

async function acknowledge(
  sql: Sql,
  id: string,
  { count, note }: SeenAlarm,
  { adminId }: NewAction,
): Promise<AcknowledgeOutcome> {
  if (!isUuid(id)) return 'unknown';
  const [row] = await sql<(AlarmRow & { readonly acknowledged_at: Date | null })[]>`
    select * from alarm where id = ${id} for update`;
  if (row === undefined) return 'unknown';
  if (row.acknowledged_at !== null) return 'present';
  if (Number(row.count) !== count) return 'raised_again';
  await sql`
    update alarm set acknowledged_at = clock_timestamp(), acknowledged_by = ${adminId},
      note = nullif(${note}, ''), mail_wanted_at = null
    from alarm seen
    where seen.id = ${id} and alarm.kind = seen.kind and alarm.subject = seen.subject
      and alarm.acknowledged_at is null and alarm.day <= seen.day`;
  if (!isAboutPosts(row)) {
    await sql`
      select ${orderPost(sql, 'alarm.closed', 'acknowledged_at')} from alarm where id = ${id}`;
  }
  return 'acknowledged';
}

interface ListedRow extends AlarmRow {
  readonly acknowledged_at: Date | null;
  readonly acknowledged_name: string | null;
  readonly note: string | null;
}

const LISTED = `
  select alarm.id, kind, subject, detail, count, ${TIMES},
    case when acknowledged_at is not null
      then least(greatest(acknowledged_at, 'epoch'), '9999-12-31') end as acknowledged_at, note,
    case when admin.closed_at is null then coalesce(admin.email, admin.identifier) end
      as acknowledged_name
  from alarm left join wallet_user admin on admin.id = acknowledged_by`;

const parseListed = (row: ListedRow): ListedAlarm => ({
  ...parseAlarm(row),
  acknowledged:
    row.acknowledged_at === null
      ? null
      : { at: row.acknowledged_at, by: row.acknowledged_name, note: row.note },
});

const parseAlarm = (row: AlarmRow): StoredAlarm => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  detail: row.detail,
  count: Number(row.count),
  firstAt: row.first_shown,
  lastAt: row.last_shown,
});
