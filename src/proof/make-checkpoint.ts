import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { buildLeaves, type Leaves } from './build-leaves.ts';
import {
  checkpointHash,
  FIRST_PREVIOUS,
  type SignedCheckpoint,
  type SigningKey,
  signCheckpoint,
} from './checkpoint.ts';
import type { CheckpointStore, NewChunk, OwedSnapshot, TreeKey } from './checkpoint-store.ts';
import { type CopyDeps, importCopies, writeCopies } from './copy-checkpoints.ts';
import {
  CHAINS_AT_ONCE,
  LEAVES_PER_CHUNK,
  MAX_CHAINS_PER_RUN,
  MAX_PROOF_KEYS,
  USERS_PER_CHUNK,
} from './limits.ts';
import { countUsers, USER_BYTES, userAt } from './owed-users.ts';
import { keyInUse, numbered } from './proof-keys.ts';
import {
  countNodes,
  NODE_BYTES,
  type PackedNodes,
  packNode,
  rootOf,
  type SumNode,
} from './sum-tree.ts';

export interface MakeCheckpointDeps extends CopyDeps, RaiseAlarmDeps {
  readonly proofs: CheckpointStore;
  readonly clock: Clock;
  readonly random: Random;
}

export interface CheckpointOptions {
  /** Whether a new key signs from this checkpoint on. The present key signs the new one. */
  readonly changesKey: boolean;
}

export interface CheckpointRefusal {
  readonly kind: 'copies_differ' | 'no_node' | 'unequal' | 'overtaken' | 'no_more_keys';
  readonly message: string;
}

/**
 * Publishes what users are owed at this moment. Nothing that a payment needs is locked. If the
 * process dies, a later run removes the unpublished pieces; if two processes do this at once, only
 * one of the two checkpoints is accepted.
 */
export async function makeCheckpoint(
  deps: MakeCheckpointDeps,
  { changesKey }: CheckpointOptions = { changesKey: false },
): Promise<Result<SignedCheckpoint, CheckpointRefusal>> {
  if ((await importCopies(deps)) === 'differ') {
    const message = 'the copies of checkpoints differ from the database: see docs/proof.md';
    return refuse({ kind: 'copies_differ', message });
  }
  await extendChains(deps.proofs, newUuid(deps.clock, deps.random));
  const snapshot = await deps.proofs.readSnapshot();
  if (snapshot.node === null) {
    return refuse({ kind: 'no_node', message: 'no node is known yet: start the service first' });
  }
  const before = keyInUse(deps.proofKeys, snapshot.previous);
  if (changesKey && before.number >= MAX_PROOF_KEYS) {
    return refuse({ kind: 'no_more_keys', message: 'the key was changed too often' });
  }
  const difference = findDifference(snapshot);
  if (difference !== null) {
    await raiseAlarm(deps, { kind: 'owed_sums_differ', subject: 'proof', detail: difference });
    return refuse({ kind: 'unequal', message: difference });
  }
  const checkpoint = await growAndPublish(deps, snapshot, snapshot.node, {
    key: changesKey ? numbered(deps.proofKeys, before.number + 1) : before,
    before: changesKey ? before : null,
  });
  if (checkpoint === null) {
    return refuse({ kind: 'overtaken', message: 'another checkpoint was made at the same time' });
  }
  await writeCopies(deps);
  while ((await deps.proofs.removeOldChunks(REMOVED_AT_ONCE)) === REMOVED_AT_ONCE);
  return accept(checkpoint);
}

const REMOVED_AT_ONCE = 200;

/**
 * Extends statement chains, first of users whose ids come after `begin`, then of the others. If
 * there are too many for one run, a `begin` that differs from run to run gives all of them their
 * turn.
 */
async function extendChains(
  proofs: Pick<CheckpointStore, 'listBehind' | 'extendChains'>,
  begin: string,
): Promise<void> {
  let left = MAX_CHAINS_PER_RUN;
  for (const start of [begin, null]) {
    let after: string | null = start;
    let found: readonly string[] = [];
    do {
      found = await proofs.listBehind(after, Math.min(left, LISTED_AT_ONCE));
      for (let at = 0; at < found.length; at += CHAINS_AT_ONCE) {
        await proofs.extendChains(found.slice(at, at + CHAINS_AT_ONCE));
      }
      left -= found.length;
      after = found.at(-1) ?? null;
    } while (left > 0 && found.length === LISTED_AT_ONCE);
  }
}

const LISTED_AT_ONCE = 1000;

/**
 * Compares the sums over all users with the ledger. Returns a sentence about the difference; null
 * if they agree.
 */
function findDifference({ walletsMsat, heldMsat, books }: OwedSnapshot): string | null {
  if (walletsMsat !== books.walletsMsat) {
    return `wallets hold ${walletsMsat} msat, the books say ${books.walletsMsat}`;
  }
  if (heldMsat !== books.heldMsat) {
    return `wallets hold back ${heldMsat} msat, open payments hold ${books.heldMsat}`;
  }
  return books.unclaimedMsat < 0n ? `unclaimed is ${books.unclaimedMsat} msat` : null;
}

async function growAndPublish(
  deps: MakeCheckpointDeps,
  snapshot: OwedSnapshot,
  node: string,
  keys: { readonly key: SigningKey; readonly before: SigningKey | null },
): Promise<SignedCheckpoint | null> {
  const { previous, users, identifiers, books } = snapshot;
  const epoch = (previous?.epoch ?? 0n) + 1n;
  const tree = { runId: newUuid(deps.clock, deps.random), seed: deps.random.bytes(32) };
  const grown = buildLeaves({ epoch, seed: tree.seed, users, identifiers });
  const unsigned = {
    epoch,
    // Checkpoints stay in the order of their times, even if the clock was set back.
    time: new Date(Math.max(snapshot.now.getTime(), previous?.time.getTime() ?? 0)),
    node,
    depth: grown.depth,
    users: await saveTree(deps.proofs, tree, grown, users),
    unclaimedMsat: books.unclaimedMsat,
    inFlightMsat: books.inFlightMsat,
    previous: previous === null ? FIRST_PREVIOUS : checkpointHash(previous),
  };
  const checkpoint = signCheckpoint(keys.key, unsigned, keys.before);
  const published = await deps.proofs.publish(checkpoint, tree);
  return published === 'published' ? checkpoint : null;
}

async function saveTree(
  proofs: Pick<CheckpointStore, 'saveChunk'>,
  { runId }: TreeKey,
  { leaves }: Leaves,
  users: OwedSnapshot['users'],
): Promise<SumNode> {
  const save = (chunk: Omit<NewChunk, 'runId'>) => proofs.saveChunk({ runId, ...chunk });
  const size = Math.min(LEAVES_PER_CHUNK, countNodes(leaves));
  const tops: PackedNodes = Buffer.alloc((countNodes(leaves) / size) * NODE_BYTES);
  for (let number = 0; number < countNodes(tops); number += 1) {
    const body = leaves.subarray(number * size * NODE_BYTES, (number + 1) * size * NODE_BYTES);
    packNode(tops, number, rootOf(body));
    await save({ kind: 'leaves', number, firstId: null, body });
  }
  await save({ kind: 'tops', number: 0, firstId: null, body: tops });
  for (let first = 0; first < countUsers(users); first += USERS_PER_CHUNK) {
    const body = users.subarray(first * USER_BYTES, (first + USERS_PER_CHUNK) * USER_BYTES);
    const number = first / USERS_PER_CHUNK;
    await save({ kind: 'users', number, firstId: userAt(users, first).userId, body });
  }
  return rootOf(tops);
}
