import { createArchiveStore } from '../../src/adapters/postgres/accounts/archive-store.ts';
import { createClosingStore } from '../../src/adapters/postgres/accounts/closing-store.ts';
import type { Database } from '../../src/adapters/postgres/connection/db.ts';
import { MAX_ARCHIVE_FILES } from '../../src/base/archive-limits.ts';
import { createKeyLimit } from '../../src/base/key-limit.ts';
import type { LeavingPort } from '../../src/http/pages/page-ports.ts';

export const createTestLeaving = (database: Database): LeavingPort => ({
  archives: createArchiveStore(database),
  archiveFiles: createKeyLimit(MAX_ARCHIVE_FILES),
  closings: createClosingStore(database),
});
