import type { Page } from '../kit/page.ts';
import { accountByLinkPages } from './account-by-link.ts';
import { addressPages } from './address.ts';
import { addressPrintPages } from './address-print.ts';
import { addressZapPages } from './address-zaps.ts';
import { adminUserPages } from './admin-user.ts';
import { adminUsersPages } from './admin-users.ts';
import { browserLinkPages } from './browser-link.ts';
import { confirmPages } from './confirm.ts';
import { confirmEmailPages } from './confirm-email.ts';
import { forgotPasswordPages } from './forgot-password.ts';
import { preferencePages } from './preferences.ts';
import { profilePages } from './profile.ts';
import { resetPasswordPages } from './reset-password.ts';
import { secondFactorPages } from './second-factor.ts';
import { securityPages } from './security.ts';
import { securityAuthenticatorPages } from './security-authenticator.ts';
import { securityEmailPages } from './security-email.ts';
import { securityPasskeyPages } from './security-passkeys.ts';
import { securityPasswordPages } from './security-password.ts';
import { securitySessionPages } from './security-sessions.ts';
import { signInPages } from './sign-in.ts';
import { signInPasskeyPages } from './sign-in-passkey.ts';
import { signOutPages } from './sign-out.ts';
import { signUpPages } from './sign-up.ts';

/** Pages for signing in and out, for accounts, and for their admins. */
export const ACCOUNT_PAGES: readonly Page[] = [
  ...signInPages,
  ...browserLinkPages,
  ...secondFactorPages,
  ...signInPasskeyPages,
  ...signOutPages,
  ...signUpPages,
  ...accountByLinkPages,
  ...forgotPasswordPages,
  ...resetPasswordPages,
  ...confirmEmailPages,
  ...confirmPages,
  ...profilePages,
  ...preferencePages,
  ...addressPages,
  ...addressZapPages,
  ...addressPrintPages,
  ...securityPages,
  ...securityPasswordPages,
  ...securityEmailPages,
  ...securityAuthenticatorPages,
  ...securityPasskeyPages,
  ...securitySessionPages,
  ...adminUsersPages,
  ...adminUserPages,
];
