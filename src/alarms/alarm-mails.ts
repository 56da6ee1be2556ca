import { mailText } from '../base/mail-text.ts';
import type { Mail } from '../base/mailer.ts';
import type { MailTexts } from '../i18n/mail-texts.ts';
import type { AlarmKind } from './alarm-store.ts';

export interface AlarmMail {
  readonly to: string;
  /** The public address of the pages, without a trailing slash. */
  readonly authUrl: string;
  readonly kinds: readonly AlarmKind[];
  /** The number of further alarms, which the mail counts without naming them. */
  readonly more: number;
}

/**
 * Makes the mail about alarms. It names no amounts and no users, because mail passes through the
 * hands of others. Alarms have the same names and advice as on the operators' pages.
 */
export function alarmMail(
  { alarmMails: words, node, alarmAdvice }: MailTexts,
  { to, authUrl, kinds, more }: AlarmMail,
): Mail {
  const site = new URL(authUrl).hostname;
  const ofKind = [...Map.groupBy(kinds, (kind) => kind)];
  return {
    to,
    subject: words.subject({ site, count: kinds.length + more }),
    text: mailText([
      words.lead({ site }),
      ...ofKind.flatMap(([kind, { length: count }]) => [
        words.alarm({ name: node.alarms.kinds[kind], count }),
        words.advice({ advice: alarmAdvice[kind] }),
      ]),
      ...(more === 0 ? [] : [words.more({ count: more })]),
      words.open,
      [`${authUrl}/operate/alarms`],
    ]),
  };
}
