/** The jobs that mail admins about alarms. How an alarm is raised is in raise-alarm.ts. */

import type { Jobs } from '../base/jobs.ts';
import { MAIL_JOB, type Mailer } from '../base/mailer.ts';
import type { Context } from '../config/context.ts';
import { authUrlOf } from '../config/public-urls.ts';
import type { Database } from '../database/db.ts';
import { textsOf } from '../i18n/io/catalogues.ts';
import { MAIL_ALARM_JOB, MAIL_ALARMS_JOB } from './alarm-mail-store.ts';
import { type MailAlarmsDeps, mailAlarm, mailAlarms } from './mail-alarms.ts';
import { createAlarmMailStore } from './sql/alarm-mail-store.ts';

export const alarmJobs = (deps: MailAlarmsDeps): Jobs => ({
  [MAIL_ALARMS_JOB]: { work: () => mailAlarms(deps) },
  [MAIL_ALARM_JOB]: {
    ...MAIL_JOB,
    work: (order, signal, jobId) => mailAlarm(deps, order, { signal, jobId }),
  },
});

export function createAlarmJobs(
  { config }: Pick<Context, 'config'>,
  database: Database,
  mailer: Mailer | null,
): Jobs {
  const authUrl = () => authUrlOf(config);
  return alarmJobs({ alarmMails: createAlarmMailStore(database), mailer, authUrl, textsOf });
}
