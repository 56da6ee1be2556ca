import type { Mail } from '../base/mailer.ts';
import { writeOutHidden } from '../base/text.ts';

/** Changes to who can access a wallet. Names are those that its user gave. */
export type SecurityEvent =
  | { readonly kind: 'password_changed' }
  | { readonly kind: 'authenticator_removed' }
  | { readonly kind: 'passkey_removed'; readonly name: string }
  | { readonly kind: 'passkey_added'; readonly name: string }
  /** Together with the password, by the operator's link. */
  | { readonly kind: 'access_reset' }
  | { readonly kind: 'spending_token_added'; readonly name: string };

export interface SecurityMail {
  readonly to: string;
  /** Host name of the pages. */
  readonly site: string;
  /** Public address of the pages, without a trailing slash. */
  readonly authUrl: string;
}

export function securityMail({ to, site, authUrl }: SecurityMail, event: SecurityEvent): Mail {
  const { subject, what } = wordsFor(event);
  const lines = [
    `${what} at ${site}.`,
    '',
    'If it was you, there is nothing to do.',
    '',
    'If it was not you, someone else has got at your wallet. Choose a new password at once, and',
    'end the sessions, tokens and apps that you do not know:',
    '',
    `${authUrl}/forgot-password`,
    `${authUrl}/security`,
    `${authUrl}/developer/tokens`,
    '',
    'Then tell the operator of that site.',
  ];
  return { to, subject: `${subject} at ${site}`, text: `${lines.join('\n')}\n` };
}

interface Words {
  readonly subject: string;
  readonly what: string;
}

function wordsFor(event: SecurityEvent): Words {
  switch (event.kind) {
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        what: 'A new password was set for your wallet',
      };
    case 'access_reset':
      return {
        subject: 'Your password was changed and your second factor removed',
        what: 'By a link of the operator, your password was changed and your second factor removed',
      };
    case 'authenticator_removed':
      return {
        subject: 'Your authenticator app was removed',
        what: 'Codes of an authenticator app are not asked for any more for your wallet',
      };
    case 'passkey_removed':
      return {
        subject: 'A passkey was removed',
        what: `The passkey “${writeOutHidden(event.name)}” was removed from your wallet`,
      };
    case 'passkey_added':
      return {
        subject: 'A passkey was added',
        what: `The passkey “${writeOutHidden(event.name)}” can now sign in to your wallet`,
      };
    case 'spending_token_added':
      return {
        subject: 'A token that can spend was made',
        what: `The token “${writeOutHidden(event.name)}” was made, which can spend your money`,
      };
  }
}
