import type { PublishedCheckpoint } from './checkpoint-file.ts';
import type { CheckpointStore, StoredTree } from './checkpoint-store.ts';
import { splitOwed } from './leaf.ts';
import { LEAVES_PER_CHUNK } from './limits.ts';
import { findPlace, leafPlaces, userAt } from './owed-users.ts';
import type { OwnFile, PlacedPart } from './own-file.ts';
import { countNodes, type FindSiblings, siblingsIn } from './sum-tree.ts';

export interface OwnFileDeps {
  readonly proofs: Pick<CheckpointStore, 'findTree' | 'readUsers' | 'readChunk'>;
}

export interface OwnProof {
  readonly published: PublishedCheckpoint;
  /** The user's file; null for a user who joined after the checkpoint. */
  readonly file: OwnFile | null;
}

/**
 * Makes the file with which a user checks that a checkpoint counts them. The checkpoint is the one
 * with the given number, or the newest. Null where there is none.
 */
export async function makeOwnFile(
  deps: OwnFileDeps,
  user: { readonly id: string; readonly identifier: string },
  epoch: bigint | null = null,
): Promise<OwnProof | null> {
  const tree = await deps.proofs.findTree(epoch);
  if (tree === null) return null;
  const { published, runId } = tree;
  const users = await deps.proofs.readUsers(runId, user.id);
  const place = users === null ? null : findPlace(users, user.id);
  if (users === null || place === null) return { published, file: null };
  const { userId, ...owed } = userAt(users, place);
  const places = leafPlaces(users, place);
  const tops = await deps.proofs.readChunk(runId, 'tops', 0);
  if (tops === null) return null;
  const findAbove = siblingsIn(tops);
  const parts: PlacedPart[] = [];
  for (const part of splitOwed(tree.seed, userId, owed.msat)) {
    const index = places[part.part] ?? 0;
    const path = await readPath(deps, tree, index, findAbove);
    if (path === null) return null;
    parts.push({ ...part, index, path });
  }
  const { identifier } = user;
  return { published, file: { ...owed, identifier, epoch: published.checkpoint.epoch, parts } };
}

/** Reads the path from a leaf to the root; null where the tree was removed meanwhile. */
async function readPath(
  { proofs }: OwnFileDeps,
  { runId }: StoredTree,
  index: number,
  findAbove: FindSiblings,
) {
  const number = Math.floor(index / LEAVES_PER_CHUNK);
  const leaves = await proofs.readChunk(runId, 'leaves', number);
  if (leaves === null) return null;
  return [...siblingsIn(leaves)(index % countNodes(leaves)), ...findAbove(number)];
}
