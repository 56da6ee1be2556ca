import type { MailReader } from '../i18n/mail-texts.ts';
import type { AlarmKind } from './alarm-store.ts';

/** The kind of job that decides which mails are due. Raising an alarm orders it. */
export const MAIL_ALARMS_JOB = 'mail-alarms';
/** The kind of job that sends one mail to one admin; its payload is an `AlarmMailOrder`. */
export const MAIL_ALARM_JOB = 'mail-alarm';

/** The number of mails that each admin gets in an hour, however many alarms there are. */
export const ALARM_MAILS_PER_HOUR = 4;
/** The most alarms that one mail names; it tells how many more there are. */
export const ALARMS_IN_MAIL = 10;
/** The most alarms that one mail names or counts. */
export const ALARMS_PER_MAIL = 1000;
export const MAILED_ADMINS = 50;

export interface AlarmMailOrder {
  readonly adminId: string;
  /** Alarms that the mail names, at most ALARMS_IN_MAIL, the oldest first. */
  readonly alarmIds: readonly string[];
  /** The number of alarms that the mail counts and does not name. */
  readonly more: number;
}

export interface MailedAdmin {
  readonly email: string;
  readonly reader: MailReader;
}

/** Port: alarms of which admins still have to be told by mail, timed by the database's clock. */
export interface AlarmMailStore {
  /**
   * Marks due alarms as told and orders a mail to each admin, in one transaction. When the mails of
   * this hour are used up, a later try is ordered.
   */
  orderMails(): Promise<void>;
  /** Drops due alarms where there is no mail server: what was raised until now is never mailed. */
  dropDue(): Promise<void>;
  /** The kinds of those of the given alarms that are still open. */
  findMailedAlarms(ids: readonly string[]): Promise<readonly AlarmKind[]>;
  /** Finds an admin; null when they are no admin any more, or disabled. */
  findAdmin(adminId: string): Promise<MailedAdmin | null>;
}
