import { mailText, type Paragraph } from '../base/mail-text.ts';
import type { Mail } from '../base/mailer.ts';
import type { MailTexts } from '../i18n/mail-texts.ts';

/** What a mail with a link says. */
export interface LinkMail {
  readonly to: string;
  /** The host name of the service's pages. */
  readonly site: string;
  readonly address: string;
  readonly expiresAt: Date;
}

/** What a mailed link is for; each has a subject of its own. */
export type LinkMatter = 'invitation' | 'signUp' | 'passwordReset' | 'knownBrowser' | 'emailChange';

export function linkMail(
  { accountMails, moment }: MailTexts,
  matter: LinkMatter,
  { to, site, address, expiresAt }: LinkMail,
): Mail {
  const { subject, text, open, otherwise } = accountMails[matter];
  const expires = accountMails.linkExpires({ time: moment(expiresAt) });
  return write(to, subject({ site }), [text({ site }), open, [address], expires, otherwise]);
}

export function alreadySignedUpMail(
  { accountMails }: MailTexts,
  { to, site, address }: Omit<LinkMail, 'expiresAt'>,
): Mail {
  const { subject, text, open, otherwise } = accountMails.alreadySignedUp;
  return write(to, subject({ site }), [text({ site }), open, [address], otherwise]);
}

/**
 * The mail to the old address after a change, so that someone who took over the account cannot hide
 * it.
 */
export function emailChangedMail(
  { accountMails }: MailTexts,
  { to, site, email }: { to: string; site: string; email: string },
): Mail {
  const { subject, text, otherwise } = accountMails.emailChanged;
  return write(to, subject({ site }), [text({ site, email }), otherwise]);
}

/** The mail about a closed account, to the address that it had. */
export function accountClosedMail(
  { accountMails }: MailTexts,
  { to, site }: { to: string; site: string },
): Mail {
  const { subject, text, otherwise } = accountMails.accountClosed;
  return write(to, subject({ site }), [text({ site }), otherwise]);
}

const write = (to: string, subject: string, paragraphs: readonly Paragraph[]): Mail => ({
  to,
  subject,
  text: mailText(paragraphs),
});
