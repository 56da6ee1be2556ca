import { mailMoment, mailText, type Paragraph } from '../base/mail-text.ts';
import type { Mail } from '../base/mailer.ts';
import { en } from './texts/en.ts';

/** The mails that carry a link. */
export interface LinkMail {
  readonly to: string;
  /** Host name of the pages. */
  readonly site: string;
  readonly address: string;
  readonly expiresAt: Date;
}

export const invitationMail = (mail: LinkMail): Mail => linkMail(mail, en.invitation);

export const signUpMail = (mail: LinkMail): Mail => linkMail(mail, en.signUp);

export const alreadySignedUpMail = ({ to, site, address }: Omit<LinkMail, 'expiresAt'>): Mail => {
  const { subject, text, open, otherwise } = en.alreadySignedUp;
  return write(to, subject(site), [text(site), open, [address], otherwise]);
};

export const passwordResetMail = (mail: LinkMail): Mail => linkMail(mail, en.passwordReset);

export const knownBrowserMail = (mail: LinkMail): Mail => linkMail(mail, en.knownBrowser);

export const emailChangeMail = (mail: LinkMail): Mail => linkMail(mail, en.emailChange);

/** Goes to the old address, so that someone who took over the account cannot suppress it. */
export const emailChangedMail = (mail: { to: string; site: string; email: string }): Mail => {
  const { to, site, email } = mail;
  const { subject, text, otherwise } = en.emailChanged;
  return write(to, subject(site), [text(site, email), otherwise]);
};

/** To the address that the account had. */
export const accountClosedMail = ({ to, site }: { to: string; site: string }): Mail => {
  const { subject, text, otherwise } = en.accountClosed;
  return write(to, subject(site), [text(site), otherwise]);
};

interface LinkWords {
  readonly subject: (site: string) => string;
  readonly text: (site: string) => string;
  /** Above the link. */
  readonly open: string;
  /** For those who did not ask for it. */
  readonly otherwise: string;
}

const linkMail = (
  { to, site, address, expiresAt }: LinkMail,
  { subject, text, open, otherwise }: LinkWords,
): Mail => {
  const expires = en.linkExpires(mailMoment(expiresAt));
  return write(to, subject(site), [text(site), open, [address], expires, otherwise]);
};

const write = (to: string, subject: string, paragraphs: readonly Paragraph[]): Mail => ({
  to,
  subject,
  text: mailText(paragraphs),
});
