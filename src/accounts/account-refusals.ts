import type { PersonNameRefusal } from '../authorization/name.ts';
import type { EmailRefusal } from '../users/email.ts';
import type { PasswordRefusal } from '../users/password.ts';
import type { ProfileRefusal } from '../users/profile.ts';

/** Expected reasons why signing in or changing an account is refused. */
export type AccountRefusal =
  | CredentialsRefusal
  | CodeRefusal
  | PasskeyRefusal
  | TooManyRefusal
  | BusyRefusal
  | SessionRefusal
  | LinkRefusal
  | EmailTakenRefusal
  | AuthenticatorRefusal
  | OwnAccountRefusal
  | EmailRefusal
  | PasswordRefusal
  | PersonNameRefusal
  | ProfileRefusal;

export type CredentialsRefusal =
  /** The e-mail address or the password is wrong. The answer does not say which. */
  | { readonly kind: 'wrong_credentials' }
  /** The user is disabled. Only those who know the password are told. */
  | { readonly kind: 'user_disabled' };

export type CodeRefusal = { readonly kind: 'wrong_code' };

export type PasskeyRefusal =
  | { readonly kind: 'wrong_passkey' }
  | { readonly kind: 'passkey_known' }
  | { readonly kind: 'too_many_passkeys' };

export type TooManyRefusal = { readonly kind: 'too_many_attempts'; readonly waitMs: number };
/** Too many passwords are waiting to be hashed, so this one is turned away. */
export type BusyRefusal = { readonly kind: 'busy' };
/** The session of the browser ended before its request was done. */
export type SessionRefusal = { readonly kind: 'session_over' };
/** The one-time link was used before, has expired, or never existed. */
export type LinkRefusal = { readonly kind: 'link_over' };
export type EmailTakenRefusal = { readonly kind: 'email_taken' };
export type AuthenticatorRefusal =
  | { readonly kind: 'authenticator_present' }
  | { readonly kind: 'authenticator_gone' };
/** An admin cannot do this to their own account, such as disabling it. */
export type OwnAccountRefusal = { readonly kind: 'own_account' };
