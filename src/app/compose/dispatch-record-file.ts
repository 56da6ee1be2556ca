import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DispatchRecord } from '../../node/rewind/dispatch-journal.ts';
import type { AppContext } from '../context/app-context.ts';

const FILE = 'begun-payments';

/**
 * The file with the ids of the newest payments that were handed to the node, for a node that others
 * use too. After a restore to an earlier state of the database, it tells which payments of the node
 * are ours. On a node that only this service uses all payments are ours, so no file is needed.
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
      // The file is not flushed to the disk (fsync), because every payment waits for this write.
      // Even without that, the file survives the death of this process, for which it is meant.
      await writeFile(draft, text, { mode: 0o600 });
      await rename(draft, join(dataFolder.path, FILE));
    },
  };
}

/** Whether a line of the file is an id. Anything else would make the database query fail. */
const isId = (line: string): boolean => /^[0-9a-f-]{36}$/.test(line);
