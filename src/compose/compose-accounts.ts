import { availableParallelism } from 'node:os';
import type { AttemptStore } from '../access/attempt-store.ts';
import { deriveKey } from '../access/derived-key.ts';
import { argon2Hasher } from '../adapters/argon2.ts';
import { authenticatorCodes } from '../adapters/authenticator-codes.ts';
import { passkeyProtocol } from '../adapters/passkey-protocol.ts';
import type { AccountDeps } from '../usecases/accounts/account-deps.ts';
import { createPasswordQueue } from '../usecases/accounts/password-queue.ts';
import { createBackgroundTasks } from '../usecases/operations/background-tasks.ts';
import type { AccountStores } from './compose-account-stores.ts';
import { composeMailer } from './compose-mailer.ts';
import type { Surroundings } from './surroundings.ts';

export interface AccountsOptions {
  readonly surroundings: Omit<Surroundings, 'dataFolder'>;
  readonly stores: AccountStores;
  readonly secretKey: Uint8Array;
  /** Public address of the pages, without a slash at its end. */
  readonly authUrl: () => string;
}

/** Signing in and accounts, over one database. */
export function composeAccounts(options: AccountsOptions): AccountDeps {
  const { surroundings, stores, secretKey, authUrl } = options;
  const { config, clock, random, log } = surroundings;
  const { users, credentials, sessions, secondFactors, links, attempts } = stores;
  return {
    ...{ users, credentials, sessions, secondFactors, links },
    attempts: countedIf(config.rateLimit.isOn, attempts),
    passwords: createPasswordQueue(argon2Hasher, passwordsAtOnce()),
    codes: authenticatorCodes,
    passkeys: passkeyProtocol,
    mailer: composeMailer(config, authUrl),
    keys: {
      authenticator: deriveKey(secretKey, 'authenticator'),
      knownBrowser: deriveKey(secretKey, 'known browser'),
    },
    ...{ authUrl, signup: config.signup },
    tasks: createBackgroundTasks(log),
    ...{ clock, random, log },
  };
}

export const countedIf = (isOn: boolean, attempts: AttemptStore): AttemptStore =>
  isOn ? attempts : UNCOUNTED;

/** Where limits are switched off. */
const UNCOUNTED: AttemptStore = {
  takeAttempt: async () => null,
  forgetAttempts: async () => undefined,
  sweepAttempts: async () => 0,
};

/** One processor stays for everything else; few of the threads that also read files are taken. */
const passwordsAtOnce = (): number => Math.min(3, Math.max(1, availableParallelism() - 1));
