import { MAX_ARCHIVE_FILES } from '../../src/account-closure/limits.ts';
import type { PageOnlyDeps } from '../../src/app/pages/page-only-deps.ts';
import { createSharedStores } from '../../src/app/shared-stores.ts';
import { createKeyLimit } from '../../src/base/key-limit.ts';
import type { Database } from '../../src/database/db.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { MAX_PUSH_TESTS } from '../../src/push/limits.ts';
import { MAX_STATEMENT_FILES } from '../../src/statements/limits.ts';
import type { ApiDeps } from './compose-api.ts';
import type { Cleanup } from './database.ts';
import { createTestSends } from './lnurl/test-pay-flow.ts';
import { createTestPush } from './push/test-push.ts';
import { createTestAccounts } from './test-accounts.ts';
import { createTestActions } from './test-actions.ts';
import { createTestLive } from './test-live.ts';
import { createTestOperator } from './test-operator.ts';
import { createTestOperatorStores } from './test-operator-stores.ts';
import { createTestRates } from './test-rates.ts';
import { createTestServiceStatus } from './test-service-status.ts';

/**
 * Composes what pages need, with real stores. The parts about the operator return what a test
 * plans.
 */
export function composeTestPages(
  cleanup: Cleanup,
  database: Database,
  deps: ApiDeps,
  changes: Partial<PageOnlyDeps> = {},
): PageOnlyDeps {
  const { clock, log } = deps;
  const accounts = changes.accounts ?? createTestAccounts({ database, clock, log });
  return {
    accounts,
    users: accounts.users,
    sessions: accounts.browsers,
    ...createSharedStores(database, { backup: { everySec: null, keep: null } }),
    statementFiles: createKeyLimit(MAX_STATEMENT_FILES),
    archiveFiles: createKeyLimit(MAX_ARCHIVE_FILES),
    operator: createTestOperator(),
    serviceStatus: createTestServiceStatus(),
    operatorStores: createTestOperatorStores(database),
    actions: createTestActions({ database, clock, log }),
    live: createTestLive({ database, clock, log }),
    payFlow: createTestSends(cleanup, database, deps),
    push: createTestPush(database, deps),
    pushTests: createKeyLimit(MAX_PUSH_TESTS),
    play: null,
    rates: createTestRates(),
    textsOf,
    pagesHost: null,
    ...changes,
  };
}
