import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DispatchRecord } from '../../node/rewind/dispatch-journal.ts';
import type { AppContext } from '../context/app-context.ts';

const FILE = 'begun-payments';

/**
 * On a node that others use too, a payment without a row proves nothing, so there the data folder
 * remembers the newest payments that were begun. Otherwise the node itself knows them.
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
      // No fsync, because every payment waits for this: the next process reads it all the same.
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, join(dataFolder.path, FILE));
    },
  };
}

/** Anything else would make the database query fail. */
const isId = (line: string): boolean => /^[0-9a-f-]{36}$/.test(line);
