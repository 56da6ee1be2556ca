import type { NameRefusal } from '../access/name.ts';
import type { PasswordRefusal } from '../access/password.ts';
import type { EmailRefusal } from './email.ts';
import type { ProfileRefusal } from './profile.ts';

/** Expected "no"s of signing in and of changing an account. */
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
  | NameRefusal
  | ProfileRefusal;

export type CredentialsRefusal =
  /** The address or the password; nobody is told which. */
  | { readonly kind: 'wrong_credentials' }
  /** Told only to who knows the password. */
  | { readonly kind: 'user_disabled' };

export type CodeRefusal = { readonly kind: 'wrong_code' };

export type PasskeyRefusal =
  | { readonly kind: 'wrong_passkey' }
  | { readonly kind: 'passkey_known' }
  | { readonly kind: 'too_many_passkeys' };

export type TooManyRefusal = { readonly kind: 'too_many_attempts'; readonly waitMs: number };
/** Too many passwords wait to be hashed. */
export type BusyRefusal = { readonly kind: 'busy' };
/** It ended while it was used. */
export type SessionRefusal = { readonly kind: 'session_over' };
/** Used before, too old, or never given out. */
export type LinkRefusal = { readonly kind: 'link_over' };
export type EmailTakenRefusal = { readonly kind: 'email_taken' };
export type AuthenticatorRefusal =
  | { readonly kind: 'authenticator_present' }
  | { readonly kind: 'authenticator_gone' };
/** What an admin cannot do to himself. */
export type OwnAccountRefusal = { readonly kind: 'own_account' };
