import type { MailReader } from '../i18n/mail-texts.ts';
import type { AlarmKind } from './alarm-store.ts';

/**
 * The kind of job that decides which mails about alarms are due. Raising an alarm orders such a
 * job.
 */
export const MAIL_ALARMS_JOB = 'mail-alarms';
/** The kind of job that mails one admin about alarms. Its payload is an `AlarmMailOrder`. */
export const MAIL_ALARM_JOB = 'mail-alarm';

/** The most mails about alarms that each admin gets in an hour, however many alarms there are. */
export const ALARM_MAILS_PER_HOUR = 4;
/** The most alarms that one mail describes. The mail says how many more there are. */
export const ALARMS_IN_MAIL = 10;
/** The most alarms that one mail covers, whether it describes or only counts them. */
export const ALARMS_PER_MAIL = 1000;
export const MAILED_ADMINS = 50;

export interface AlarmMailOrder {
  readonly adminId: string;
  /** Ids of the alarms that the mail describes, the oldest first. */
  readonly alarmIds: readonly string[];
  /** The number of further alarms, which the mail counts without naming them. */
  readonly more: number;
}

export interface MailedAdmin {
  readonly email: string;
  readonly reader: MailReader;
}

/**
 * Port: alarms about which admins still have to be mailed. Times are those of the database's clock.
 */
export interface AlarmMailStore {
  /**
   * Marks all due alarms as mailed and orders a mail to each admin, in one transaction. If the
   * mails of this hour are used up, it orders a later try instead.
   */
  orderMails(): Promise<void>;
  /**
   * Marks due alarms as needing no mail, because there is no mail server. They are not mailed later
   * either.
   */
  dropDue(): Promise<void>;
  /** Finds which of the given alarms are still open, and returns their kinds. */
  findMailedAlarms(ids: readonly string[]): Promise<readonly AlarmKind[]>;
  /** Finds an admin; null if they are disabled or no longer an admin. */
  findAdmin(adminId: string): Promise<MailedAdmin | null>;
}
