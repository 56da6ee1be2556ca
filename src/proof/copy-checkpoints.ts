/**
 * Keeps copies of all checkpoints in the data folder, and restores those that the database has
 * lost.
 */

import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import { bytesEqual } from '../base/hex.ts';
import {
  type Checkpoint,
  checkpointHash,
  FIRST_PREVIOUS,
  type SignedCheckpoint,
} from './checkpoint.ts';
import { checkpointText, type PublishedCheckpoint } from './checkpoint-file.ts';
import type { CheckpointFolder, CheckpointStore } from './checkpoint-store.ts';
import { COPIES_AT_ONCE } from './limits.ts';
import { findKey, type ProofKeys } from './proof-keys.ts';
import { isSuccessorOf, verifyProof } from './verify-proof.ts';

export interface CopyDeps extends RaiseAlarmDeps {
  readonly proofs: Pick<CheckpointStore, 'findNewest' | 'find' | 'listFrom' | 'publish'>;
  readonly proofFolder: CheckpointFolder;
  readonly proofKeys: ProofKeys;
}

/**
 * Restores checkpoints that people have seen, and that the database lost when it was restored to an
 * earlier state. They come from the data folder, so that the chain continues where it was; without
 * their trees, no files of users can be made of them. After the answer `differ`, nothing may be
 * published: people may have seen another checkpoint of the same number.
 */
export async function importCopies(deps: CopyDeps): Promise<'adopted' | 'differ'> {
  let newest = (await deps.proofs.findNewest())?.checkpoint ?? null;
  const epochs = await deps.proofFolder.listEpochs();
  if (newest !== null && !(await isSame(deps, newest)))
    return await tellOfOther(deps, newest.epoch);
  const newer = epochs.filter((epoch) => epoch > (newest?.epoch ?? 0n));
  for (const epoch of newer) {
    const copy = await readCopy(deps, epoch);
    if (copy === null || !isNext(newest, copy)) return await tellOfOther(deps, epoch);
    await deps.proofs.publish(copy, null);
    newest = copy;
  }
  return 'adopted';
}

const isNext = (before: Checkpoint | null, next: SignedCheckpoint): boolean =>
  before === null
    ? next.epoch === 1n && bytesEqual(next.previous, FIRST_PREVIOUS)
    : isSuccessorOf(before, next);

async function readCopy({ proofFolder, proofKeys }: CopyDeps, epoch: bigint) {
  const checkpoint = await proofFolder.read(epoch);
  if (checkpoint === null) return null;
  const verified = verifyProof({ checkpoint, mine: null, key: null, identifier: null });
  if (!verified.ok) return null;
  const copy = verified.value.published.checkpoint;
  return copy.epoch === epoch && findKey(proofKeys, copy.key) !== null ? copy : null;
}

async function isSame(deps: CopyDeps, newest: Checkpoint): Promise<boolean> {
  if ((await deps.proofFolder.read(newest.epoch)) === null) return true;
  const copy = await readCopy(deps, newest.epoch);
  return copy !== null && bytesEqual(checkpointHash(copy), checkpointHash(newest));
}

async function tellOfOther(deps: CopyDeps, epoch: bigint): Promise<'differ'> {
  await raiseAlarm(deps, {
    kind: 'proof_folder_differs',
    subject: `epoch ${epoch}`,
    detail: `the copy of checkpoint ${epoch} is not that of the database: see docs/proof.md`,
  });
  return 'differ';
}

/**
 * Writes missing copies, also of checkpoints that other processes made, or that this one did not
 * copy the last time.
 */
export async function writeCopies({ proofs, proofFolder }: CopyDeps): Promise<void> {
  const newest = (await proofFolder.listEpochs()).at(-1) ?? 0n;
  let missing: readonly PublishedCheckpoint[] = await proofs.listFrom(newest + 1n, COPIES_AT_ONCE);
  while (missing.length > 0) {
    for (const published of missing) {
      await proofFolder.write(published.checkpoint.epoch, checkpointText(published));
    }
    const last = missing.at(-1)?.checkpoint.epoch ?? 0n;
    const isFull = missing.length === COPIES_AT_ONCE;
    missing = isFull ? await proofs.listFrom(last + 1n, COPIES_AT_ONCE) : [];
  }
}
