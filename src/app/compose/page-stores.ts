import type { UserLimits } from '../../access/user-limits.ts';
import { createActivityStore } from '../../activity/sql/activity-store.ts';
import { createKeyLimit } from '../../base/key-limit.ts';
import type { Database } from '../../database/db.ts';
import { MAX_ARCHIVE_FILES } from '../../leaving/limits.ts';
import { createArchiveStore } from '../../leaving/sql/archive-store.ts';
import { createClosingStore } from '../../leaving/sql/closing-store.ts';
import { createWalletStore } from '../../ledger/sql/wallet-store.ts';
import { createNoticeInboxStore } from '../../notices/sql/notice-inbox-store.ts';
import { createContactStore } from '../../people/sql/contact-store.ts';
import { createCheckpointStore } from '../../proof/sql/checkpoint-store.ts';
import { createRequestStore } from '../../requests/sql/request-store.ts';
import { MAX_STATEMENT_FILES } from '../../statements/limits.ts';
import { createStatementStore } from '../../statements/sql/statement-store.ts';

export type PageStores = ReturnType<typeof createPageStores>;

/** What pages read and write beside what they share with the API. */
export const createPageStores = (database: Database, userLimits?: UserLimits) => ({
  wallets: createWalletStore(database, userLimits),
  activity: createActivityStore(database),
  contacts: createContactStore(database),
  requests: createRequestStore(database),
  statements: createStatementStore(database),
  proofs: createCheckpointStore(database),
  noticeInboxes: createNoticeInboxStore(database, userLimits),
  /** Files of one user that are being sent. */
  statementFiles: createKeyLimit(MAX_STATEMENT_FILES),
  archives: createArchiveStore(database),
  /** Archives of one user that are being sent. */
  archiveFiles: createKeyLimit(MAX_ARCHIVE_FILES),
  closings: createClosingStore(database),
});
