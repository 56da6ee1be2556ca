import { availableParallelism } from 'node:os';
import type { AttemptStore } from '../authorization/attempt-store.ts';
import type { ServiceKeys } from '../authorization/service-keys.ts';
import { createBackgroundTasks } from '../background/background-tasks.ts';
import { MINUTE_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import type { Context } from '../config/context.ts';
import { textsOf } from '../i18n/io/catalogues.ts';
import type { Outbox } from '../outbox/outbox-deps.ts';
import type { Page } from '../web/pages/page.ts';
import type { AccountDeps } from './account-deps.ts';
import { createArgon2Hasher } from './libraries/argon2.ts';
import { createAuthenticatorCodes } from './libraries/authenticator-codes.ts';
import { createPasskeyProtocol } from './libraries/passkey-protocol.ts';
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
import { securityPaymentsPages } from './pages/security-payments.ts';
import { securitySessionPages } from './pages/security-sessions.ts';
import { signInPages } from './pages/sign-in.ts';
import { signInPasskeyPages } from './pages/sign-in-passkey.ts';
import { signOutPages } from './pages/sign-out.ts';
import { signUpPages } from './pages/sign-up.ts';
import { createPasswordQueue } from './password-queue.ts';
import { type PruneAccountsDeps, pruneAccounts } from './prune-accounts.ts';
import type { AccountStores } from './sql/account-stores.ts';

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
  ...securityPaymentsPages,
  ...securityEmailPages,
  ...securityAuthenticatorPages,
  ...securityPasskeyPages,
  ...securitySessionPages,
];

export const accountJobs = (deps: PruneAccountsDeps): Jobs => ({
  'sweep-accounts': { work: (_, signal) => pruneAccounts(deps, signal), everySec: MINUTE_SEC },
});

export interface AccountsOptions {
  readonly context: Context;
  readonly stores: AccountStores;
  readonly serviceKeys: ServiceKeys;
  /** The public URL of the pages, without a trailing slash. */
  readonly authUrl: () => string;
  /** The outbox, which keeps mails until they are sent; null if the service has no mail server. */
  readonly outbox: Outbox | null;
}

/** Creates everything that accounts and sign-in need, over one database. */
export function createAccounts(options: AccountsOptions): AccountDeps {
  const { context, stores, serviceKeys, authUrl, outbox } = options;
  const { config, clock, random, log } = context;
  return {
    ...stores,
    attempts: countedIf(config.rateLimit.isOn, stores.attempts),
    passwords: createPasswordQueue(createArgon2Hasher(random), passwordsAtOnce()),
    codes: createAuthenticatorCodes(config.site.name),
    passkeys: createPasskeyProtocol(config.site.name),
    outbox,
    textsOf,
    keys: {
      authenticator: serviceKeys.sealKey('authenticator'),
      knownBrowser: serviceKeys.sealKey('known browser'),
      forms: serviceKeys.sealKey('forms of users'),
    },
    authUrl,
    signup: config.signup,
    tasks: createBackgroundTasks(log),
    clock,
    random,
    log,
  };
}

export const countedIf = (isOn: boolean, attempts: AttemptStore): AttemptStore =>
  isOn ? attempts : UNCOUNTED;

/** A store of attempts that counts none. It is used when limits on guessing are switched off. */
const UNCOUNTED: AttemptStore = {
  takeAttempts: async () => null,
  forgetAttempts: async () => undefined,
  pruneAttempts: async () => 0,
};

/**
 * The most passwords that are hashed at once. One processor stays free for the rest of the service,
 * and most threads of Node's pool stay free for reading files.
 */
const passwordsAtOnce = (): number => Math.min(3, Math.max(1, availableParallelism() - 1));
