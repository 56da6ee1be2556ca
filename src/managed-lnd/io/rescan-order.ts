/**
 * An order to let LND read the transactions of its wallet from the chain anew. It is a file, which
 * outlives whoever gave it, and LND too: it ends only once LND has opened its wallet under it. An
 * LND that dies before that begins again, which costs time and nothing else.
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

/** Gives the order; answers whether a service keeps LND, and so carries it out at once. */
export async function orderRescan(folder: NodeFolder): Promise<{ readonly isKept: boolean }> {
  const record = await readNodeRecord(folder);
  if (record === null || record.pubkey === null) throw new ManagedNodeError(UNFINISHED);
  await writePrivately(folder.rescanFile, '');
  return { isKept: (await ownerFile(folder.ownerFile).findOther()) !== null };
}
