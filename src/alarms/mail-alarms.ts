import { assert } from '../base/assert.ts';
import { type Mailer, type MailRun, sendUnlessRefused } from '../base/mailer.ts';
import { type MailTextsDeps, mailTexts } from '../i18n/mail-texts.ts';
import type { AlarmMailOrder, AlarmMailStore } from './alarm-mail-store.ts';
import { alarmMail } from './alarm-mails.ts';

export interface MailAlarmsDeps extends MailTextsDeps {
  readonly alarmMails: AlarmMailStore;
  /**
   * Sends mails; null without a mail server. Alarms are then only shown on pages, and are not
   * mailed later either.
   */
  readonly mailer: Mailer | null;
  /** The public address of the pages, without a trailing slash. */
  readonly authUrl: () => string;
}

/**
 * Does the work of a job of the kind MAIL_ALARMS_JOB: orders one mail to each admin about all new
 * alarms.
 */
export async function mailAlarms({ alarmMails, mailer }: MailAlarmsDeps): Promise<void> {
  await (mailer === null ? alarmMails.dropDue() : alarmMails.orderMails());
}

/**
 * Does the work of a job of the kind MAIL_ALARM_JOB: mails one admin. Each admin has a job of their
 * own, so that an address that accepts no mail does not hold up the others. If the process dies
 * right after sending, the mail is sent twice.
 */
export async function mailAlarm(
  deps: MailAlarmsDeps,
  payload: unknown,
  run: MailRun,
): Promise<void> {
  const { alarmMails, mailer, authUrl } = deps;
  const { adminId, alarmIds, more } = readOrder(payload);
  if (mailer === null) return;
  const [admin, kinds] = await Promise.all([
    alarmMails.findAdmin(adminId),
    alarmMails.findMailedAlarms(alarmIds),
  ]);
  if (admin === null) return;
  // All alarms of the mail have been closed, perhaps while the mail server was away, so there is
  // nothing to tell.
  if (kinds.length === 0 && more === 0) return;
  const mail = { to: admin.email, authUrl: authUrl(), kinds, more };
  await sendUnlessRefused(mailer, alarmMail(mailTexts(deps, admin.reader), mail), run);
}

function readOrder(order: unknown): AlarmMailOrder {
  assert(typeof order === 'object' && order !== null, 'an order says whom to mail');
  assert('adminId' in order && typeof order.adminId === 'string', 'an order names an admin');
  assert('more' in order && typeof order.more === 'number', 'an order says how many more');
  assert('alarmIds' in order && Array.isArray(order.alarmIds), 'an order names alarms');
  const alarmIds = order.alarmIds.filter((id): id is string => typeof id === 'string');
  return { adminId: order.adminId, alarmIds, more: order.more };
}
