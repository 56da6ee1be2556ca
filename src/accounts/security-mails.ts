import { mailText } from '../base/mail-text.ts';
import type { Mail } from '../base/mailer.ts';
import { escapeInvisible } from '../base/text.ts';
import type { MailTexts } from '../i18n/mail-texts.ts';

/**
 * Changes to who can use a wallet, of which its owner is told by mail. Apps and passkeys have the
 * names that their user gave them.
 */
export type SecurityEvent =
  | { readonly kind: 'password_changed' }
  | { readonly kind: 'authenticator_removed' }
  | { readonly kind: 'passkey_removed'; readonly name: string }
  | { readonly kind: 'passkey_added'; readonly name: string }
  /** A link from the operator removed the second factor and changed the password. */
  | { readonly kind: 'access_reset' }
  | { readonly kind: 'spending_token_added'; readonly name: string }
  /**
   * The user switched off mails about access. This is mailed too, so that an intruder cannot
   * silence the warnings about what they do next.
   */
  | { readonly kind: 'access_mail_off' };

export interface SecurityMail {
  readonly to: string;
  /** The host name of the service's pages, by which mails name the service. */
  readonly site: string;
  /** The public URL of the pages, without a trailing slash. */
  readonly authUrl: string;
}

type Events = MailTexts['accountMails']['security']['events'];

export function securityMail(
  { accountMails }: MailTexts,
  { to, site, authUrl }: SecurityMail,
  event: SecurityEvent,
): Mail {
  const { events, wasYou, wasNotYou, tellOperator } = accountMails.security;
  const pages = ['/forgot-password', '/security', '/apps', '/developer/tokens'];
  return {
    to,
    subject: events[event.kind].subject({ site }),
    text: mailText([
      textOf(events, event, site),
      wasYou,
      wasNotYou,
      pages.map((path) => `${authUrl}${path}`),
      tellOperator,
    ]),
  };
}

function textOf(events: Events, event: SecurityEvent, site: string): string {
  if (!('name' in event)) return events[event.kind].text({ site });
  return events[event.kind].text({ site, name: escapeInvisible(event.name) });
}
