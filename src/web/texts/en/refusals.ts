import type { AccountRefusal } from '../../../accounts/account-refusals.ts';
import type { ProfileRefusal } from '../../../users/profile.ts';

/** Why something was refused to someone who signs in or changes an account, by kind. */
export const refusals: RefusalTexts = {
  wrong_credentials: 'The e-mail address or the password is wrong.',
  user_disabled: 'This account is switched off. Ask the operator of this site.',
  wrong_code: 'This code is wrong, or it was already used. Wait for the next one and try again.',
  wrong_passkey:
    'That did not work. This site does not know the passkey, or it took too long. Try again, or ' +
    'use your password.',
  passkey_known: 'You have already added this passkey.',
  too_many_passkeys: 'You have too many passkeys. Remove one first.',
  too_many_attempts: 'Too many attempts. Wait a while and try again.',
  busy: 'Many people are signing in right now. Try again in a few seconds.',
  session_over: 'You were signed out in the meantime. Sign in again.',
  link_over: 'This link was already used, or it is too old.',
  email_taken: 'This e-mail address cannot be used. Choose another one.',
  authenticator_present: 'An authenticator app is already set up.',
  authenticator_gone: 'No authenticator app is set up.',
  own_account: 'You cannot do this to your own account.',
  bad_email: 'This is not an e-mail address. Check it for typing mistakes.',
  bad_password: (minLength, maxLength) =>
    `Choose a password of ${minLength} to ${maxLength} characters.`,
  bad_name: 'This name contains invisible characters. Type it again.',
  bad_profile: {
    avatar: 'The picture needs an address that begins with https://.',
    nostrPubkey: 'This is not a Nostr public key. It begins with npub1, or it is 64 hex digits.',
  },
};

/** A kind without a text does not compile. */
export interface RefusalTexts extends PlainRefusalTexts {
  readonly bad_password: (minLength: number, maxLength: number) => string;
  readonly bad_profile: Readonly<Record<ProfileRefusal['field'], string>>;
}

type PlainRefusalTexts = Readonly<
  Record<Exclude<AccountRefusal['kind'], 'bad_password' | 'bad_profile'>, string>
>;
