import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DispatchRecord } from '../../node/rewind/dispatch-journal.ts';
import type { AppContext } from '../context/app-context.ts';

const FILE = 'begun-payments';

/**
 * The file of the newest payments that were handed to a node which others use too. There, a payment
 * without a row in the database proves nothing; otherwise the node itself knows its payments, and
 * there is no file.
 */
export function dispatchRecord({
  config,
  dataFolder,
}: Pick<AppContext, 'config' | 'dataFolder'>): DispatchRecord | null {
  if (!config.payments.isNodeShared) return null;
  const draft = join(dataFolder.path, `.${FILE}.${process.pid}`);
  return {
    read: async () => (await dataFolder.readOrCreate(FILE, () => '')).split('\n').filter(isId),
    write: async (paymentIds) => {
      const text = paymentIds.map((id) => `${id}\n`).join('');
      // No fsync, because every payment waits for this write. A later process reads it even if this
      // one dies.
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, join(dataFolder.path, FILE));
    },
  };
}

/** Anything but an id would make the query of the database fail. */
const isId = (line: string): boolean => /^[0-9a-f-]{36}$/.test(line);
