/** Runs LND with a locked wallet, or without any wallet, for set-up. */

import { readFile } from 'node:fs/promises';
import { ownerFile } from '../../system/child-program.ts';
import { judgeVersion } from '../lnd-versions.ts';
import { ManagedNodeError } from '../managed-node-error.ts';
import { claimNode } from './claim-node.ts';
import { type LndPlace, launch, type ManagedNodeOptions, waitUntilReady } from './launch.ts';
import { endLnd, restUrlOf } from './lnd-process.ts';
import { findLndProgram } from './lnd-program.ts';
import { makeNodeFolder, readNodeRecord, saveNodeRecord } from './node-files.ts';
import { nodeFolder } from './node-folder.ts';

export interface NodeForSetup extends LndPlace {
  /** Waits until LND reaches a state; fails when LND ends before that. */
  untilState(isReached: (state: string) => boolean): Promise<void>;
  /** Ends LND, so that a service can start it. */
  end(): Promise<void>;
}

/**
 * Starts LND and leaves its wallet locked; there may be no wallet yet. While there is none, anyone
 * who reaches LND's port could make one, so this LND runs no longer than set-up. Refused while a
 * service runs the node.
 */
export async function startForSetup(options: ManagedNodeOptions): Promise<NodeForSetup> {
  const folder = nodeFolder(options.dataDir);
  const owner = ownerFile(folder.ownerFile);
  await makeNodeFolder(folder);
  await claimNode(folder);
  const { signal } = new AbortController();
  const end = async (): Promise<void> => {
    await endLnd(folder, options.clock);
    await owner.remove();
  };
  try {
    // A set-up or service that was killed may have left its LND running.
    await endLnd(folder, options.clock);
    const started = await launch(options, {
      folder,
      mayMove: true,
      isReady: (state) => state === 'NON_EXISTING' || state === 'LOCKED',
      mayRescan: false,
      signal,
    });
    const untilState = (isReady: (state: string) => boolean) =>
      waitUntilReady(options, { folder, isReady, signal }, started);
    const tlsCaPem = await readFile(folder.tlsCertFile, 'utf8');
    return { restUrl: restUrlOf(started.ports.rest), tlsCaPem, untilState, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Stores the operator's consent that a newer LND changes the databases of the node for good;
 * returns its version. An LND that is older than the last one stays refused.
 */
export async function acceptUpgrade(options: ManagedNodeOptions): Promise<string> {
  const folder = nodeFolder(options.dataDir);
  const { version } = await findLndProgram(options.program, options.dataDir);
  const record = await readNodeRecord(folder);
  const verdict = judgeVersion(version, record?.lndVersion ?? null);
  if (verdict.kind === 'refused') throw new ManagedNodeError(verdict.why);
  if (record !== null) await saveNodeRecord(folder, { ...record, lndVersion: version });
  return version;
}
