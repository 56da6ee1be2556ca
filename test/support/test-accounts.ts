import type { AccountDeps } from '../../src/accounts/account-deps.ts';
import { createBrowserSessions } from '../../src/accounts/browser/browser-sessions.ts';
import { createArgon2Hasher } from '../../src/accounts/libraries/argon2.ts';
import { createAuthenticatorCodes } from '../../src/accounts/libraries/authenticator-codes.ts';
import { createPasskeyProtocol } from '../../src/accounts/libraries/passkey-protocol.ts';
import type { AccountPorts } from '../../src/accounts/pages/account-ports.ts';
import { createPasswordQueue } from '../../src/accounts/password-queue.ts';
import { createAccountStores } from '../../src/accounts/sql/account-stores.ts';
import { createBackgroundTasks } from '../../src/background/background-tasks.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Log } from '../../src/base/log.ts';
import { type Mail, type Mailer, MailFault } from '../../src/base/mailer.ts';
import type { Database } from '../../src/database/db.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createTestOutbox } from './test-outbox.ts';

/**
 * Accounts with real stores and libraries, except that hashing passwords costs next to nothing, and
 * mails are put into a list.
 */
export interface TestAccounts extends AccountPorts {
  /** The mails that were sent, if there is a mailer. */
  readonly mails: readonly Mail[];
}

export interface TestAccountsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly hasMail?: boolean;
  /** A mailer that takes the place of the list. */
  readonly mailer?: Mailer;
  readonly changes?: Partial<AccountPorts>;
}

export const TEST_AUTH_URL = 'https://wallet.example';
export const CHEAP = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** A mailbox whose mails the mail server of the tests refuses at first, and accepts later. */
export const REFUSED_MAILBOX = 'refused@example.com';
export const DELAYED_MAILBOX = 'delayed@example.com';

const createListMailer = (mails: Mail[]): Mailer => ({
  send: async (mail) => {
    if (mail.to === REFUSED_MAILBOX) throw new MailFault('recipient', '550');
    if (mail.to === DELAYED_MAILBOX) throw new MailFault('later', '451');
    mails.push(mail);
  },
});

export function createTestAccounts(options: TestAccountsOptions): TestAccounts {
  const { database, clock, log, hasMail = false, changes = {} } = options;
  const mails: Mail[] = [];
  const mailer = options.mailer ?? createListMailer(mails);
  const plain: AccountDeps = {
    ...createAccountStores(database),
    passwords: createPasswordQueue(createArgon2Hasher(systemRandom, CHEAP), 2),
    codes: createAuthenticatorCodes('Satchel'),
    passkeys: createPasskeyProtocol('Satchel'),
    outbox: hasMail ? createTestOutbox({ database, clock, log, mailer }) : null,
    textsOf,
    keys: {
      authenticator: new Uint8Array(32).fill(1),
      knownBrowser: new Uint8Array(32).fill(2),
      forms: new Uint8Array(32).fill(3),
    },
    authUrl: () => TEST_AUTH_URL,
    signup: 'invite',
    tasks: createBackgroundTasks(log),
    clock,
    log,
    random: systemRandom,
  };
  const deps = { ...plain, ...changes };
  const addressRates = changes.addressRates ?? null;
  return {
    ...deps,
    browsers: createBrowserSessions({ ...deps, addressRates }),
    addressRates,
    mails,
  };
}
