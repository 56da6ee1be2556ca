import { bytesEqual, bytesToHex } from '../base/hex.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import {
  type Checkpoint,
  checkpointHash,
  hasSameKey,
  type SignedCheckpoint,
} from './checkpoint.ts';
import {
  CHAIN_FORMAT,
  type PublishedCheckpoint,
  parseProofJson,
  readCheckpoint,
} from './checkpoint-file.ts';
import { BadField, type FileFields, fieldsOf } from './file-fields.ts';
import { leafHash } from './leaf.ts';
import { MAX_CHECKPOINTS_PER_FILE, PARTS_PER_USER } from './limits.ts';
import { keyStatement, signerOf } from './node-signature.ts';
import { isOwedSum } from './owed-sum.ts';
import { type OwnFile, type PlacedPart, readOwnFile } from './own-file.ts';
import type { ProofRefusal } from './proof-refusals.ts';
import { computeRoot } from './sum-tree.ts';

export interface ProofTexts {
  /** The text of a file with a checkpoint, or with several that follow each other. */
  readonly checkpoint: string;
  /** The user's own file; null where only the checkpoint is to be checked. */
  readonly mine: string | null;
  /** The key and the node that the reader expects; null where they name none. */
  readonly key: Uint8Array | null;
  readonly identifier: string | null;
}

export interface VerifiedProof {
  readonly published: PublishedCheckpoint;
  readonly mine: OwnFile | null;
  /** Whether the Lightning node has signed the key. */
  readonly isBound: boolean;
}

/** Checks files as docs/proof.md says, without asking any database or service. */
export function verifyProof(texts: ProofTexts): Result<VerifiedProof, ProofRefusal> {
  try {
    const { published, keys } = readNewest(
      fieldsOf(parseProofJson(texts.checkpoint), 'checkpoint'),
    );
    const { checkpoint, nodeSignature } = published;
    if (!isKnownKey(texts.key, keys)) return refused('wrong_key');
    const isBound = nodeSignature !== null;
    if (isBound && signerOf(statementOf(checkpoint), nodeSignature) !== checkpoint.node) {
      return refused('wrong_node_signature');
    }
    if (texts.mine === null) return accept({ published, mine: null, isBound });
    const mine = readOwnFile(fieldsOf(parseProofJson(texts.mine), 'mine'));
    const refusal = findFault(checkpoint, mine, texts.identifier);
    return refusal === null ? accept({ published, mine, isBound }) : refuse(refusal);
  } catch (error) {
    if (error instanceof BadField) return refuse(error.refusal);
    throw error;
  }
}

const refused = (kind: Exclude<ProofRefusal, { what: string }>['kind']) => refuse({ kind });

const statementOf = ({ key, node }: Checkpoint): string => keyStatement(key, node);

/**
 * Whether the expected key signed one of these checkpoints: each key hands over to the next, so
 * knowing one of them is enough.
 */
const isKnownKey = (known: Uint8Array | null, keys: readonly Uint8Array[]): boolean =>
  known === null || keys.some((key) => bytesEqual(key, known));

interface Newest {
  readonly published: PublishedCheckpoint;
  /** The keys of all checkpoints in the file. */
  readonly keys: readonly Uint8Array[];
}

function readNewest(file: FileFields): Newest {
  if (file.text('format') !== CHAIN_FORMAT) {
    const published = readCheckpoint(file);
    return { published, keys: [published.checkpoint.key] };
  }
  const all = file.list('checkpoints', MAX_CHECKPOINTS_PER_FILE).map(readCheckpoint);
  const newest = all.at(-1);
  if (newest === undefined) throw new BadField({ kind: 'unreadable', what: 'checkpoints' });
  for (const [place, { checkpoint }] of all.entries()) {
    const before = all[place - 1]?.checkpoint ?? null;
    if (before === null) continue;
    if (!isLinked(before, checkpoint)) throw new BadField({ kind: 'broken_chain' });
    if (!hasSameKey(before, checkpoint)) throw new BadField({ kind: 'unsigned_key' });
  }
  return { published: newest, keys: all.map(({ checkpoint }) => checkpoint.key) };
}

/** Whether a checkpoint comes directly after another one. */
export const isSuccessorOf = (before: Checkpoint, next: SignedCheckpoint): boolean =>
  isLinked(before, next) && hasSameKey(before, next);

const isLinked = (before: Checkpoint, next: Checkpoint): boolean =>
  next.epoch === before.epoch + 1n &&
  bytesEqual(next.previous, checkpointHash(before)) &&
  next.node === before.node &&
  next.time.getTime() >= before.time.getTime();

function findFault(
  checkpoint: Checkpoint,
  mine: OwnFile,
  identifier: string | null,
): ProofRefusal | null {
  if (mine.epoch !== checkpoint.epoch) return { kind: 'other_epoch' };
  if (identifier !== null && mine.identifier !== identifier) return { kind: 'other_identifier' };
  const numbers = new Set(mine.parts.map(({ part }) => part));
  const places = new Set(mine.parts.map(({ index }) => index));
  if (numbers.size < mine.parts.length || places.size < mine.parts.length) {
    return { kind: 'part_twice' };
  }
  const isWhole = mine.parts.every(({ part }) => part < PARTS_PER_USER);
  if (!isWhole || numbers.size !== PARTS_PER_USER) return { kind: 'part_missing' };
  for (const part of mine.parts) {
    const kind = findPartFault(checkpoint, mine, part);
    if (kind !== null) return { kind };
  }
  const sum = mine.parts.reduce((all, { msat }) => all + msat, 0n);
  return sum === mine.msat ? null : { kind: 'wrong_total' };
}

function findPartFault(checkpoint: Checkpoint, mine: OwnFile, part: PlacedPart) {
  const { depth, users } = checkpoint;
  if (part.path.length !== depth || part.index >= 2 ** depth) return 'wrong_depth';
  const above = part.path.reduce((all, { msat }) => all + msat, part.msat);
  if (!isOwedSum(above)) return 'not_in_tree';
  const leaf = { hash: leafHash(checkpoint.epoch, mine, part), msat: part.msat };
  const top = computeRoot(leaf, part.index, part.path);
  const isBelow = top.msat === users.msat && bytesToHex(top.hash) === bytesToHex(users.hash);
  return isBelow ? null : 'not_in_tree';
}
