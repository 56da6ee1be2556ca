import { availableParallelism } from 'node:os';
import type { AttemptStore } from '../../access/attempt-store.ts';
import { deriveKey } from '../../access/derived-key.ts';
import type { AccountDeps } from '../../accounts/account-deps.ts';
import { createArgon2Hasher } from '../../accounts/libraries/argon2.ts';
import { createAuthenticatorCodes } from '../../accounts/libraries/authenticator-codes.ts';
import { createPasskeyProtocol } from '../../accounts/libraries/passkey-protocol.ts';
import { createPasswordQueue } from '../../accounts/password-queue.ts';
import { createAttemptStore } from '../../accounts/sql/attempt-store.ts';
import { createCredentialStore } from '../../accounts/sql/credential-store.ts';
import { createLinkStore } from '../../accounts/sql/link-store.ts';
import { createSecondFactorStore } from '../../accounts/sql/second-factor-store.ts';
import { createSessionStore } from '../../accounts/sql/session-store.ts';
import { createBackgroundTasks } from '../../background/background-tasks.ts';
import type { Mailer } from '../../base/mailer.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/db.ts';
import { createMailer } from '../../system/mailer.ts';
import { createUserStore } from '../../users/sql/user-store.ts';
import type { AppContext } from './app-context.ts';

export interface AccountsOptions {
  readonly context: Omit<AppContext, 'dataFolder'>;
  readonly stores: AccountStores;
  readonly secretKey: Uint8Array;
  /** Public URL of the pages, without a trailing slash. */
  readonly authUrl: () => string;
}

/** Accounts and sign-in, over one database. */
export function composeAccounts(options: AccountsOptions): AccountDeps {
  const { context, stores, secretKey, authUrl } = options;
  const { config, clock, random, log } = context;
  const { users, credentials, sessions, secondFactors, links, attempts } = stores;
  return {
    users,
    credentials,
    sessions,
    secondFactors,
    links,
    attempts: countedIf(config.rateLimit.isOn, attempts),
    passwords: createPasswordQueue(createArgon2Hasher(random), passwordsAtOnce()),
    codes: createAuthenticatorCodes(config.site.name),
    passkeys: createPasskeyProtocol(config.site.name),
    mailer: composeMailer(config, authUrl),
    keys: {
      authenticator: deriveKey(secretKey, 'authenticator'),
      knownBrowser: deriveKey(secretKey, 'known browser'),
      forms: deriveKey(secretKey, 'forms of users'),
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

/** For when limits are off. */
const UNCOUNTED: AttemptStore = {
  takeAttempts: async () => null,
  forgetAttempts: async () => undefined,
  pruneAttempts: async () => 0,
};

/** Leaves one processor free, and most of the threads that also read files. */
const passwordsAtOnce = (): number => Math.min(3, Math.max(1, availableParallelism() - 1));

export type AccountStores = ReturnType<typeof composeAccountStores>;

/** Users and their credentials. */
export const composeAccountStores = (database: Database) => ({
  users: createUserStore(database),
  credentials: createCredentialStore(database),
  sessions: createSessionStore(database),
  secondFactors: createSecondFactorStore(database),
  links: createLinkStore(database),
  attempts: createAttemptStore(database),
});

/** Null without a mail server: then links are shown to the operator. */
export function composeMailer(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  authUrl: () => string,
): Mailer | null {
  if (smtpUrl === null) return null;
  const from = () => mailFrom ?? `satchel@${new URL(authUrl()).hostname}`;
  return createMailer({ url: smtpUrl, from });
}

type Addresses = Pick<Config, 'authUrl' | 'baseUrl' | 'host' | 'port'>;

/**
 * Public URL of the pages, without a trailing slash: the configured one, else the URL of the API,
 * else where a service with this configuration listens.
 */
export function authUrlOf({ authUrl, baseUrl, host, port }: Addresses): string {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  const name = reachable.includes(':') ? `[${reachable}]` : reachable;
  return authUrl ?? baseUrl ?? `http://${name}:${port}`;
}

/** Public URL of the API, likewise. */
export const baseUrlOf = (addresses: Addresses): string =>
  authUrlOf({ ...addresses, authUrl: null });
