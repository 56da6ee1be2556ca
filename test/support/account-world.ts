import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import type { AccountPorts } from '../../src/accounts/pages/account-ports.ts';
import type { ServiceStatus } from '../../src/activity/service-status.ts';
import type { OversightSettings } from '../../src/admin/admin.ts';
import type { ActionsPort } from '../../src/admin/pages/actions-port.ts';
import type { OperatorPort } from '../../src/admin/pages/operator-page-deps.ts';
import type { HttpConfig } from '../../src/app/http/http-config.ts';
import type { Mail, Mailer } from '../../src/base/mailer.ts';
import type { Setting } from '../../src/base/setting.ts';
import type { Database } from '../../src/database/db.ts';
import type { Rates } from '../../src/fiat/rates.ts';
import type { LanguageTexts } from '../../src/i18n/language-texts.ts';
import type { Push } from '../../src/push/push.ts';
import type { SimulatedWalletPort } from '../../src/receive/simulated-wallet-port.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { addUser } from '../../src/users/add-user.ts';
import type { User } from '../../src/users/user-store.ts';
import { type Browser, createBrowser } from './browser.ts';
import type { ApiDeps } from './compose-api.ts';
import { composeTestPages } from './compose-pages.ts';
import type { Cleanup } from './database.ts';
import { createTestPush } from './push/test-push.ts';
import { createTestAccounts, TEST_AUTH_URL } from './test-accounts.ts';
import { createTestActions } from './test-actions.ts';
import { createTestOperatorStores } from './test-operator-stores.ts';
import { startWalletApi, type WalletApi } from './wallet-api.ts';

/** A world with all pages, real sessions, and browsers that keep cookies. */
export interface AccountWorld extends WalletApi {
  readonly app: FastifyInstance;
  readonly accounts: AccountPorts;
  readonly mails: readonly Mail[];
  readonly database: Database;
  /** Opens a new browser without cookies. */
  browser(address?: string): Browser;
  addPerson(fields?: { readonly isAdmin?: boolean; readonly email?: string }): Promise<Person>;
  /** Opens a browser in which this person has signed in with their password. */
  signedIn(person: Person): Promise<Browser>;
  /** Resolves when everything that the service does after its answers is done. */
  settled(): Promise<void>;
}

export interface Person {
  readonly user: User;
  readonly email: string;
  readonly password: string;
}

export interface AccountWorldOptions {
  readonly hasMail?: boolean;
  /** A mailer that takes the place of the list `mails`. */
  readonly mailer?: Mailer;
  readonly config?: Partial<HttpConfig>;
  readonly changes?: Partial<AccountPorts>;
  readonly authUrl?: string;
  readonly operator?: OperatorPort;
  readonly actions?: Partial<ActionsPort>;
  readonly serviceStatus?: ServiceStatus;
  /** The interval of scheduled backups; null or undefined for none. */
  readonly backupEverySec?: number | null;
  /** The settings that admins see; if undefined, one of each kind. */
  readonly settings?: readonly Setting[];
  /** What the settings say to the operator of a new service. */
  readonly setUp?: Partial<OversightSettings>;
  /** The texts that take the place of all languages. */
  readonly texts?: LanguageTexts;
  readonly play?: SimulatedWalletPort | null;
  readonly rates?: Rates;
  /** Parts with which push messages are sent that a test replaces. */
  readonly push?: Partial<Push>;
  /** Parts of the server that a test replaces. */
  readonly server?: Partial<
    Pick<ApiDeps, 'clock' | 'strangerQueue' | 'connectionKinds' | 'onchain' | 'withdrawing'>
  >;
}

let people = 0;

export async function startAccounts(
  cleanup: Cleanup,
  options: AccountWorldOptions = {},
): Promise<AccountWorld> {
  const { hasMail = false, config = {}, changes = {}, authUrl = TEST_AUTH_URL } = options;
  let mails: readonly Mail[] = [];
  let opened: Database | null = null;
  const api = await startWalletApi(cleanup, config, (database, deps) => {
    const { clock, log } = deps;
    const urls = { authUrl: () => authUrl };
    const parts = {
      ...{ database, clock, log, hasMail },
      ...(options.mailer && { mailer: options.mailer }),
      changes: { ...urls, ...changes },
    };
    const accounts = createTestAccounts(parts);
    mails = accounts.mails;
    opened = database;
    const { operator, serviceStatus, play, rates, push, texts } = options;
    const pages = composeTestPages(
      cleanup,
      database,
      { ...deps, ...options.server },
      {
        accounts,
        operatorStores: createTestOperatorStores(
          database,
          options.settings,
          options.backupEverySec,
          options.setUp,
        ),
        actions: createTestActions(
          { database, clock, log, backupEverySec: options.backupEverySec ?? null },
          options.actions,
        ),
        ...(operator && { operator }),
        ...(serviceStatus && { serviceStatus }),
        ...(play && { play }),
        ...(rates && { rates }),
        ...(push && { push: createTestPush(database, deps, push) }),
        ...(texts && { textsOf: () => texts }),
      },
    );
    return { pages, ...options.server };
  });
  const { app, deps } = api;
  assert(deps.pages !== null && opened !== null, 'pages are served');
  const { accounts } = deps.pages;
  return {
    ...api,
    accounts,
    mails,
    database: opened,
    browser: (address = '192.0.2.1') => createBrowser(app, address),
    addPerson: async ({ isAdmin = false, email } = {}) => {
      people += 1;
      const input = { email: email ?? `person-${people}@example.com`, name: null, isAdmin };
      const password = `password of ${people}`;
      const passwords = { hash: hashWith(accounts) };
      const parts = { users: accounts.users, passwords, clock: api.clock, random: systemRandom };
      const added = await addUser(parts, { ...input, password });
      assert(added.ok, 'a person is added');
      return { user: added.value, email: input.email, password };
    },
    signedIn: async ({ email, password }) => {
      const browser = createBrowser(app, '192.0.2.1');
      const answer = await browser.post('/sign-in', { email, password });
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
      return browser;
    },
    settled: () => accounts.tasks.drain(),
  };
}

const hashWith =
  ({ passwords }: AccountPorts) =>
  async (password: string): Promise<string> => {
    const hashed = await passwords.hash(password, { network: '192.0.2.1', knownUserId: null });
    assert(hashed.ok, 'nobody else waits');
    return hashed.value;
  };
