import assert from 'node:assert/strict';
import type { AccountPorts } from '../../src/accounts/pages/account-ports.ts';
import { createActivityStore } from '../../src/activity/sql/activity-store.ts';
import { createKeyLimit } from '../../src/base/key-limit.ts';
import { MAX_STATEMENT_FILES } from '../../src/base/statement-limits.ts';
import type { Database } from '../../src/database/db.ts';
import { createWalletStore } from '../../src/ledger/sql/wallet-store.ts';
import { createNoticeInboxStore } from '../../src/notices/sql/notice-inbox-store.ts';
import { createCheckpointStore } from '../../src/proof/sql/checkpoint-store.ts';
import { createStatementStore } from '../../src/statements/sql/statement-store.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { en } from '../../src/web/texts/en.ts';
import { type ApiUser, addApiUser } from './api-user.ts';
import type { ApiDeps } from './compose-api.ts';
import type { Cleanup } from './database.ts';
import { createTestSends } from './lnurl/test-sends.ts';
import { createTestSessions, createVisitor, type PageVisitor } from './page-visitor.ts';
import { createTestAccounts } from './test-accounts.ts';
import { createTestActions } from './test-actions.ts';
import { createTestLeaving } from './test-leaving.ts';
import { createTestLive } from './test-live.ts';
import { createTestOperator } from './test-operator.ts';
import { createTestOversight } from './test-oversight.ts';
import { createTestRates } from './test-rates.ts';
import { createTestStanding } from './test-standing.ts';
import { startWalletApi, type WalletApi } from './wallet-api.ts';

/** The pages over real stores, and visitors who are signed in by the word of the test. */
export interface PageWorld extends WalletApi {
  /** Someone new. */
  addVisitor(): Promise<Visitor>;
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
    const { clock, log } = deps;
    opened = database;
    const pages = {
      sessions,
      pagesHost: null,
      wallets: createWalletStore(database),
      activity: createActivityStore(database),
      statements: createStatementStore(database),
      proofs: createCheckpointStore(database),
      noticeInboxes: createNoticeInboxStore(database),
      statementFiles: createKeyLimit(MAX_STATEMENT_FILES),
      ...createTestLeaving(database),
      operator: createTestOperator(),
      standing: createTestStanding(),
      oversight: createTestOversight(database),
      actions: createTestActions({ database, clock, log }),
      live: createTestLive({ database, clock, log }),
      sends: createTestSends(cleanup, database, deps),
      play: null,
      textsOf: () => en,
      rates: createTestRates(),
      users: createUserStore(database),
      accounts: createTestAccounts({ database, clock, log }),
    };
    return { ...changes, pages };
  });
  const { app, deps } = api;
  assert(deps.pages !== null && opened !== null, 'pages are served');
  return {
    ...api,
    accounts: deps.pages.accounts,
    database: opened,
    guest: () => createVisitor(app, sessions, null),
    addVisitor: async () => {
      const user = await addApiUser({ app, deps });
      return { ...createVisitor(app, sessions, user.user), api: user };
    },
  };
}
