import { mailText, type Paragraph } from '../base/mail-text.ts';
import type { Mail } from '../base/mailer.ts';
import type { MailTexts } from '../i18n/mail-texts.ts';

/** The content of a mail with a one-time link. */
export interface LinkMail {
  readonly to: string;
  /** The host name of the service's pages, by which mails name the service. */
  readonly site: string;
  readonly address: string;
  readonly expiresAt: Date;
}

/** The purpose of a link that is mailed. Mails have another subject for each purpose. */
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
 * Makes the mail to the old e-mail address after the address was changed, so that someone who has
 * taken over an account cannot hide it from the owner.
 */
export function emailChangedMail(
  { accountMails }: MailTexts,
  { to, site, email }: { to: string; site: string; email: string },
): Mail {
  const { subject, text, otherwise } = accountMails.emailChanged;
  return write(to, subject({ site }), [text({ site, email }), otherwise]);
}

/** Makes the mail that tells the owner of a closed account, at the address that the account had. */
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
