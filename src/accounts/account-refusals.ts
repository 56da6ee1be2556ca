import type { PersonNameRefusal } from '../authorization/name.ts';
import type { EmailRefusal } from '../users/email.ts';
import type { PasswordRefusal } from '../users/password.ts';
import type { ProfileRefusal } from '../users/profile.ts';

/** Expected refusals of signing in and of changing an account. */
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
  /** The address or the password is wrong; no one is told which. */
  | { readonly kind: 'wrong_credentials' }
  /** The user is switched off. Only those who know the password learn this. */
  | { readonly kind: 'user_disabled' };

export type CodeRefusal = { readonly kind: 'wrong_code' };

export type PasskeyRefusal =
  | { readonly kind: 'wrong_passkey' }
  | { readonly kind: 'passkey_known' }
  | { readonly kind: 'too_many_passkeys' };

export type TooManyRefusal = { readonly kind: 'too_many_attempts'; readonly waitMs: number };
/** Too many passwords are waiting to be hashed. */
export type BusyRefusal = { readonly kind: 'busy' };
/** The session ended while it was used. */
export type SessionRefusal = { readonly kind: 'session_over' };
/** The link was used before, has expired, or never existed. */
export type LinkRefusal = { readonly kind: 'link_over' };
export type EmailTakenRefusal = { readonly kind: 'email_taken' };
export type AuthenticatorRefusal =
  | { readonly kind: 'authenticator_present' }
  | { readonly kind: 'authenticator_gone' };
/** Admins cannot do this to their own account, such as disabling it. */
export type OwnAccountRefusal = { readonly kind: 'own_account' };
