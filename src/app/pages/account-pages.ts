import { browserLinkPages } from '../../accounts/pages/browser-link.ts';
import { confirmPages } from '../../accounts/pages/confirm.ts';
import { confirmEmailPages } from '../../accounts/pages/confirm-email.ts';
import { forgotPasswordPages } from '../../accounts/pages/forgot-password.ts';
import { preferencePages } from '../../accounts/pages/preferences.ts';
import { profilePages } from '../../accounts/pages/profile.ts';
import { resetPasswordPages } from '../../accounts/pages/reset-password.ts';
import { secondFactorPages } from '../../accounts/pages/second-factor.ts';
import { securityPages } from '../../accounts/pages/security.ts';
import { securityAuthenticatorPages } from '../../accounts/pages/security-authenticator.ts';
import { securityEmailPages } from '../../accounts/pages/security-email.ts';
import { securityPasskeyPages } from '../../accounts/pages/security-passkeys.ts';
import { securityPasswordPages } from '../../accounts/pages/security-password.ts';
import { securitySessionPages } from '../../accounts/pages/security-sessions.ts';
import { signInPages } from '../../accounts/pages/sign-in.ts';
import { signInPasskeyPages } from '../../accounts/pages/sign-in-passkey.ts';
import { signOutPages } from '../../accounts/pages/sign-out.ts';
import { signUpPages } from '../../accounts/pages/sign-up.ts';
import { accountByLinkPages } from '../../address/pages/account-by-link.ts';
import { addressPages } from '../../address/pages/address.ts';
import { addressPrintPages } from '../../address/pages/address-print.ts';
import { addressZapPages } from '../../address/pages/address-zaps.ts';
import { adminUserPages } from '../../operate/users/admin-user.ts';
import { adminUsersPages } from '../../operate/users/admin-users.ts';
import type { Page } from '../../web/pages/page.ts';

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
