import { accountFields } from './en/account-fields.ts';
import { accountProblems } from './en/account-problems.ts';
import { confirm } from './en/confirm.ts';
import { frame } from './en/frame.ts';
import { passkeyForm } from './en/passkey-form.ts';
import { passwords } from './en/passwords.ts';
import { problems } from './en/problems.ts';
import { profile } from './en/profile.ts';
import { refusals } from './en/refusals.ts';
import { security } from './en/security.ts';
import { securityChanges } from './en/security-changes.ts';
import { signIn, signOut } from './en/sign-in.ts';
import { signUp } from './en/sign-up.ts';
import { tokens } from './en/tokens.ts';
import { users } from './en/users.ts';

/** English. Other languages have the same type, so a missing text does not compile. */
export const en = {
  language: 'en',
  frame,
  problems,
  accountFields,
  accountProblems,
  confirm,
  passkeyForm,
  passwords,
  profile,
  refusals,
  security,
  securityChanges,
  signIn,
  signOut,
  signUp,
  tokens,
  users,
};

export type PageTexts = typeof en;
