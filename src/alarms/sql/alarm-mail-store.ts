import { bindQueries } from '../../database/bind-queries.ts';
import { isUuid } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { Language } from '../../i18n/language.ts';
import { UNKNOWN_READER } from '../../i18n/mail-texts.ts';
import {
  ALARM_MAILS_PER_HOUR,
  ALARMS_IN_MAIL,
  ALARMS_PER_MAIL,
  type AlarmMailOrder,
  type AlarmMailStore,
  MAIL_ALARM_JOB,
  MAIL_ALARMS_JOB,
  MAILED_ADMINS,
  type MailedAdmin,
} from '../alarm-mail-store.ts';
import type { AlarmKind } from '../alarm-store.ts';

export const createAlarmMailStore = (database: Database): AlarmMailStore => ({
  orderMails: () => database.transaction(orderMails),
  ...bindQueries(database, { dropDue, findMailedAlarms, findAdmin }),
});

/**
 * Orders mails about due alarms. Two simultaneous calls wait for each other at the locked rows of
 * these alarms, so that each alarm is mailed once.
 */
async function orderMails(sql: Sql): Promise<void> {
  const due = await sql<{ id: string }[]>`
    select id from alarm where mail_wanted_at is not null
    order by mail_wanted_at, id
    limit ${ALARMS_PER_MAIL}
    for update`;
  if (due.length === 0) return;
  const [hour] = await sql<{ sent: bigint; next_at: Date | null }[]>`
    select count(*) as sent, min(sent_at) + interval '1 hour' as next_at from alarm_mail
    where sent_at > clock_timestamp() - interval '1 hour'`;
  if (hour !== undefined && hour.sent >= ALARM_MAILS_PER_HOUR) return lookAgain(sql, hour.next_at);
  const ids = due.map(({ id }) => id);
  await sql`
    update alarm set mail_wanted_at = null
    where id = any (${sql.array(ids, ARRAY_OF.uuid)}::uuid[])`;
  await sql`delete from alarm_mail where sent_at < clock_timestamp() - interval '1 day'`;
  const [mail] = await sql<{ sent_at: Date }[]>`
    insert into alarm_mail default values returning sent_at`;
  const admins = await sql<{ id: string }[]>`
    select id from wallet_user
    where is_admin and disabled_at is null and closed_at is null and email is not null
    order by id
    limit ${MAILED_ADMINS}`;
  for (const { id: adminId } of admins) {
    const alarmIds = ids.slice(0, ALARMS_IN_MAIL);
    const order: AlarmMailOrder = { adminId, alarmIds, more: ids.length - alarmIds.length };
    const key = `${mail?.sent_at.toISOString()} ${adminId}`;
    await sql`select enqueue_job(${MAIL_ALARM_JOB}, ${JSON.stringify(order)}, ${key})`;
  }
  // More alarms are due than one mail covers, so the rest gets another mail.
  if (due.length === ALARMS_PER_MAIL) await lookAgain(sql, null);
}

const lookAgain = async (sql: Sql, at: Date | null): Promise<void> =>
  void (await sql`select enqueue_job(${MAIL_ALARMS_JOB}, '{}', 'alarms', ${at})`);

async function dropDue(sql: Sql): Promise<void> {
  await sql`update alarm set mail_wanted_at = null where mail_wanted_at is not null`;
}

async function findMailedAlarms(sql: Sql, ids: readonly string[]): Promise<readonly AlarmKind[]> {
  const rows = await sql<{ kind: AlarmKind }[]>`
    select kind from alarm
    where id = any (${sql.array(ids.filter(isUuid), ARRAY_OF.uuid)}::uuid[])
      and acknowledged_at is null
    order by first_at, id`;
  return rows.map(({ kind }) => kind);
}

async function findAdmin(sql: Sql, adminId: string): Promise<MailedAdmin | null> {
  const [row] = await sql<{ email: string; language: Language | null }[]>`
    select email, coalesce(language, browser_language) as language from wallet_user
    where id = ${adminId} and is_admin and disabled_at is null and closed_at is null
      and email is not null`;
  if (row === undefined) return null;
  const { email, language } = row;
  return { email, reader: language === null ? UNKNOWN_READER : { ...UNKNOWN_READER, language } };
}
