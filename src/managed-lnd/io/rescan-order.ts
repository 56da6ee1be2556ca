/**
 * An order that LND reads its wallet's transactions from the chain again. The order is a file, so
 * it outlives the process that gave it. It is removed only once LND has opened its wallet in order
 * to do this. If LND dies before that, the next start begins again, which only costs time.
 */

import { rm } from 'node:fs/promises';
import { ownerFile } from '../../system/child-program.ts';
import { writePrivately } from '../../system/data-folder.ts';
import { ManagedNodeError } from '../managed-node-error.ts';
import { isFile, readNodeRecord, UNFINISHED } from './node-files.ts';
import type { NodeFolder } from './node-folder.ts';

export const isRescanOrdered = ({ rescanFile }: NodeFolder): Promise<boolean> => isFile(rescanFile);

export const endRescanOrder = ({ rescanFile }: NodeFolder): Promise<void> =>
  rm(rescanFile, { force: true });

/**
 * Stores the order. `isKept` says whether a service is running LND, which then carries out the
 * order at once.
 */
export async function orderRescan(folder: NodeFolder): Promise<{ readonly isKept: boolean }> {
  const record = await readNodeRecord(folder);
  if (record === null || record.pubkey === null) throw new ManagedNodeError(UNFINISHED);
  await writePrivately(folder.rescanFile, '');
  return { isKept: (await ownerFile(folder.ownerFile).findOther()) !== null };
}
