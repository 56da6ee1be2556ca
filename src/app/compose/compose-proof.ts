import { createAlarmStore } from '../../alarms/sql/alarm-store.ts';
import type { KeptPurpose } from '../../authorization/derived-key.ts';
import type { Database } from '../../database/db.ts';
import { signingKeyOf } from '../../proof/checkpoint.ts';
import { createCheckpointFolder } from '../../proof/io/checkpoint-folder.ts';
import type { MakeCheckpointDeps } from '../../proof/make-checkpoint.ts';
import { keyInUse } from '../../proof/proof-keys.ts';
import { createCheckpointStore } from '../../proof/sql/checkpoint-store.ts';
import { runAtLowPriority } from '../../system/low-priority-child.ts';
import type { AppContext } from '../context/app-context.ts';
import { readCheckedKeys } from '../context/check-secret-key.ts';

/**
 * Creates what makes checkpoints of what users are owed, with the keys that sign them. A command
 * uses it, and so does the program that jobs start.
 */
export async function composeProof(
  context: AppContext,
  database: Database,
): Promise<MakeCheckpointDeps> {
  const { dataFolder, clock, random, log } = context;
  const { serviceKeys } = await readCheckedKeys(context, database);
  return {
    proofs: createCheckpointStore(database),
    proofFolder: createCheckpointFolder(dataFolder.path),
    proofKeys: {
      keyOf: (number) => signingKeyOf(serviceKeys.keptKey(purposeOf(number))),
    },
    alarms: createAlarmStore(database),
    clock,
    random,
    log,
  };
}

const purposeOf = (number: number): KeptPurpose =>
  number === 1 ? 'proof of what is owed' : `proof of what is owed ${number}`;

/** Finds the purposes of the keys that sign checkpoints, up to the one in use. */
export async function findProofPurposes({
  proofs,
  proofKeys,
}: Pick<MakeCheckpointDeps, 'proofs' | 'proofKeys'>): Promise<readonly KeptPurpose[]> {
  const newest = await proofs.findNewest();
  const { number } = keyInUse(proofKeys, newest?.checkpoint ?? null);
  return Array.from({ length: number }, (_, place) => purposeOf(place + 1));
}

/**
 * Runs the program that makes a checkpoint in a process of its own. It is named by its path,
 * because importing it would load its code into this process. Source files and built files have the
 * same layout, so the path fits both.
 */
export const runCheckpoint = (signal: AbortSignal): Promise<void> => {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return runAtLowPriority(new URL(`../../checkpoint-main.${ending}`, import.meta.url), signal);
};
