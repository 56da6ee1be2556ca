import type { PagePorts } from '../../src/app/pages/page-ports.ts';
import { MAX_ARCHIVE_FILES } from '../../src/base/archive-limits.ts';
import { createKeyLimit } from '../../src/base/key-limit.ts';
import type { Database } from '../../src/database/db.ts';
import { createArchiveStore } from '../../src/leaving/sql/archive-store.ts';
import { createClosingStore } from '../../src/leaving/sql/closing-store.ts';

export const createTestLeaving = (
  database: Database,
): Pick<PagePorts, 'archives' | 'archiveFiles' | 'closings'> => ({
  archives: createArchiveStore(database),
  archiveFiles: createKeyLimit(MAX_ARCHIVE_FILES),
  closings: createClosingStore(database),
});
