import { ownerFile } from '../../system/child-program.ts';
import { ManagedNodeError } from '../managed-node-error.ts';
import type { NodeFolder } from './node-folder.ts';

/**
 * Makes this process the only one that starts and ends the LND of a data folder. Fails when another
 * living process already does that.
 */
export async function claimNode({ path, ownerFile: file }: NodeFolder): Promise<void> {
  const owner = ownerFile(file);
  const other = await owner.findOther();
  if (other !== null) {
    throw new ManagedNodeError(
      `the node in ${path} is in the hands of another Satchel (process ${other}), a service or ` +
        'a set-up: a data folder has one at a time',
    );
  }
  await owner.claim();
}
