import assert from 'node:assert/strict';
import type { AccountPorts } from '../../src/accounts/pages/account-ports.ts';
import type { Database } from '../../src/database/db.ts';
import { type ApiUser, addApiUser } from './api-user.ts';
import type { ApiDeps } from './compose-api.ts';
import { composeTestPages } from './compose-pages.ts';
import type { Cleanup } from './database.ts';
import { en } from './english-texts.ts';
import { createTestSessions, createVisitor, type PageVisitor } from './page-visitor.ts';
import { startWalletApi, type WalletApi } from './wallet-api.ts';

/** The pages with real stores, and visitors who are signed in because the test says so. */
export interface PageWorld extends WalletApi {
  /** Adds a new user with a browser. */
  addVisitor(): Promise<Visitor>;
  /**
   * Begins a new session of this person, which sees changes of the user. A session keeps the user
   * as they were when it began.
   */
  reopened(visitor: Visitor): Promise<Visitor>;
  guest(): PageVisitor;
  readonly accounts: AccountPorts;
  readonly database: Database;
}

export interface Visitor extends PageVisitor {
  /** This person as a user of the API. */
  readonly api: ApiUser;
}

export async function startPages(
  cleanup: Cleanup,
  changes: Partial<ApiDeps> = {},
): Promise<PageWorld> {
  const sessions = createTestSessions();
  let opened: Database | null = null;
  const api = await startWalletApi(cleanup, {}, (database, deps) => {
    opened = database;
    const pages = composeTestPages(
      cleanup,
      database,
      { ...deps, ...changes },
      { sessions, textsOf: () => en },
    );
    return { ...changes, pages };
  });
  const { app, deps } = api;
  assert(deps.pages !== null && opened !== null, 'pages are served');
  return {
    ...api,
    accounts: deps.pages.accounts,
    database: opened,
    guest: () => createVisitor(app, sessions, null),
    reopened: async ({ api: user }) => {
      const present = await deps.users.findUser(user.user.id);
      return { ...createVisitor(app, sessions, present), api: user };
    },
    addVisitor: async () => {
      const user = await addApiUser({ app, deps });
      return { ...createVisitor(app, sessions, user.user), api: user };
    },
  };
}
