/**
 * What alarms have to run: the jobs that mail admins. How an alarm is raised stands in raise-
 * alarm.ts.
 */

import type { Jobs } from '../base/jobs.ts';
import { MAIL_ALARM_JOB, MAIL_ALARMS_JOB } from './alarm-mail-store.ts';
import { type MailAlarmsDeps, mailAlarm, mailAlarms } from './mail-alarms.ts';

export const alarmJobs = (deps: MailAlarmsDeps): Jobs => ({
  [MAIL_ALARMS_JOB]: { work: () => mailAlarms(deps) },
  [MAIL_ALARM_JOB]: { work: (order) => mailAlarm(deps, order) },
});
