import { type Jobs, MINUTE_SEC } from '../base/jobs.ts';
import type { Page } from '../web/pages/page.ts';
import type { AccountPageDeps } from './pages/account-page-deps.ts';
import { browserLinkPages } from './pages/browser-link.ts';
import { confirmPages } from './pages/confirm.ts';
import { confirmEmailPages } from './pages/confirm-email.ts';
import { forgotPasswordPages } from './pages/forgot-password.ts';
import { preferencePages } from './pages/preferences.ts';
import { profilePages } from './pages/profile.ts';
import { resetPasswordPages } from './pages/reset-password.ts';
import { secondFactorPages } from './pages/second-factor.ts';
import { securityPages } from './pages/security.ts';
import { securityAuthenticatorPages } from './pages/security-authenticator.ts';
import { securityEmailPages } from './pages/security-email.ts';
import { securityPasskeyPages } from './pages/security-passkeys.ts';
import { securityPasswordPages } from './pages/security-password.ts';
import { securitySessionPages } from './pages/security-sessions.ts';
import { signInPages } from './pages/sign-in.ts';
import { signInPasskeyPages } from './pages/sign-in-passkey.ts';
import { signOutPages } from './pages/sign-out.ts';
import { signUpPages } from './pages/sign-up.ts';
import { type PruneAccountsDeps, pruneAccounts } from './prune-accounts.ts';

/** Pages for signing in and out, and for accounts. */
export const ACCOUNT_PAGES: readonly Page<AccountPageDeps>[] = [
  ...signInPages,
  ...browserLinkPages,
  ...secondFactorPages,
  ...signInPasskeyPages,
  ...signOutPages,
  ...signUpPages,
  ...forgotPasswordPages,
  ...resetPasswordPages,
  ...confirmEmailPages,
  ...confirmPages,
  ...profilePages,
  ...preferencePages,
  ...securityPages,
  ...securityPasswordPages,
  ...securityEmailPages,
  ...securityAuthenticatorPages,
  ...securityPasskeyPages,
  ...securitySessionPages,
];

export const accountJobs = (deps: PruneAccountsDeps): Jobs => ({
  'sweep-accounts': { work: (_, signal) => pruneAccounts(deps, signal), everySec: MINUTE_SEC },
});
