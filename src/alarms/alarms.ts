/** The jobs that tell of alarms by mail and at an address. How one is raised: raise-alarm.ts. */

import type { Jobs } from '../base/jobs.ts';
import { MAIL_JOB, type Mailer } from '../base/mailer.ts';
import type { Context } from '../config/context.ts';
import { authUrlOf } from '../config/public-urls.ts';
import type { Database } from '../database/db.ts';
import { textsOf } from '../i18n/io/catalogues.ts';
import { MAIL_ALARM_JOB, MAIL_ALARMS_JOB } from './alarm-mail-store.ts';
import { type AlarmReceiver, POST_ALARM_JOB } from './alarm-post.ts';
import type { AlarmStore } from './alarm-store.ts';
import { type MailAlarmsDeps, mailAlarm, mailAlarms } from './mail-alarms.ts';
import { type PostAlarmDeps, postAlarm } from './post-alarm.ts';
import { createAlarmMailStore } from './sql/alarm-mail-store.ts';

export const alarmJobs = (deps: MailAlarmsDeps & PostAlarmDeps): Jobs => ({
  [MAIL_ALARMS_JOB]: { work: () => mailAlarms(deps) },
  [MAIL_ALARM_JOB]: {
    ...MAIL_JOB,
    work: (order, signal, jobId) => mailAlarm(deps, order, { signal, jobId }),
  },
  [POST_ALARM_JOB]: {
    group: 'alarm receiver',
    isDroppedAtEnd: true,
    work: (event, signal) => postAlarm(deps, event, signal),
  },
});

export function createAlarmJobs(context: Context, database: Database, parts: AlarmJobParts): Jobs {
  const authUrl = () => authUrlOf(context.config);
  const alarmMails = createAlarmMailStore(database);
  return alarmJobs({ ...context, ...parts, alarmMails, authUrl, textsOf });
}

export interface AlarmJobParts {
  readonly alarms: AlarmStore;
  readonly mailer: Mailer | null;
  readonly alarmReceiver: AlarmReceiver | null;
}
