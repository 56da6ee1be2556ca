import type { Mail } from '../base/mailer.ts';

/** Every mail that this service sends. `site` is the host name of its pages. */
export interface LinkMail {
  readonly to: string;
  readonly site: string;
  readonly address: string;
  readonly expiresAt: Date;
}

export const invitationMail = (mail: LinkMail): Mail =>
  write(mail, `Your invitation to the wallet at ${mail.site}`, [
    `You are invited to open a Lightning wallet at ${mail.site}.`,
    ...linkLines(mail, 'To choose a password and begin, open'),
    'If this means nothing to you, do nothing.',
  ]);

export const signUpMail = (mail: LinkMail): Mail =>
  write(mail, `Confirm your wallet at ${mail.site}`, [
    `Somebody, hopefully you, asked for a wallet at ${mail.site} with this e-mail address.`,
    ...linkLines(mail, 'To choose a password and begin'),
    'If it was not you, do nothing: no wallet will be made. Do not open the link for someone else.',
  ]);

export const alreadySignedUpMail = ({ to, site, address }: Omit<LinkMail, 'expiresAt'>): Mail =>
  write({ to }, `You have a wallet at ${site} already`, [
    `Somebody, hopefully you, asked for a new wallet at ${site} with this e-mail address, which`,
    'has one already. Nothing was changed.',
    '',
    'To sign in, or to choose a new password, open',
    '',
    address,
    '',
    'If it was not you, do nothing.',
  ]);

export const passwordResetMail = (mail: LinkMail): Mail =>
  write(mail, `A new password for your wallet at ${mail.site}`, [
    `Somebody, hopefully you, asked for a new password for your wallet at ${mail.site}.`,
    ...linkLines(mail, 'To choose one'),
    'If it was not you, do nothing: your password stays as it is.',
  ]);

export const knownBrowserMail = (mail: LinkMail): Mail =>
  write(mail, `Sign in to your wallet at ${mail.site}`, [
    `Someone, hopefully you, wants to sign in to your wallet at ${mail.site} from a new browser,`,
    'after too many wrong passwords were tried.',
    ...linkLines(mail, 'If it is you: in that browser'),
    'You are asked for your password there. If it was not you, do nothing: without your password',
    'no one gets in.',
  ]);

export const emailChangeMail = (mail: LinkMail): Mail =>
  write(mail, `Confirm your new e-mail address at ${mail.site}`, [
    `You want to sign in to your wallet at ${mail.site} with this e-mail address from now on.`,
    ...linkLines(mail, 'To confirm'),
    'If it was not you, do nothing.',
  ]);

/** Goes to the old address, so that someone who took over the account cannot suppress it. */
export const emailChangedMail = (mail: { to: string; site: string; email: string }): Mail =>
  write(mail, `Your e-mail address at ${mail.site} was changed`, [
    `Your wallet at ${mail.site} now belongs to the e-mail address ${mail.email}.`,
    'If it was not you, tell the operator of that site at once.',
  ]);

const linkLines = ({ address, expiresAt }: LinkMail, purpose: string): readonly string[] => [
  '',
  `${purpose}, open`,
  '',
  address,
  '',
  `It works once, until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
];

const write = ({ to }: { to: string }, subject: string, lines: readonly string[]): Mail => ({
  to,
  subject,
  text: `${lines.join('\n')}\n`,
});
