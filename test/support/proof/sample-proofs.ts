import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { pointFromScalar, signRecoverable } from 'tiny-secp256k1';
import { buildLeaves } from '../../../src/proof/build-leaves.ts';
import {
  type Checkpoint,
  checkpointHash,
  FIRST_PREVIOUS,
  type SignedCheckpoint,
  type SigningKey,
  signCheckpoint,
  signingKeyOf,
} from '../../../src/proof/checkpoint.ts';
import { CHAIN_FORMAT, presentCheckpoint } from '../../../src/proof/checkpoint-file.ts';
import { splitOwed } from '../../../src/proof/leaf.ts';
import { keyStatement } from '../../../src/proof/node-signature.ts';
import { leafPlaces, packUsers } from '../../../src/proof/owed-users.ts';
import type { OwnFile } from '../../../src/proof/own-file.ts';
import { type PackedNodes, rootOf, siblingsIn } from '../../../src/proof/sum-tree.ts';

/** Proofs made of fixed texts only, so that they are always the same. */

export const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

const NODE_SECRET = digest('the node');
export const SAMPLE_NODE = Buffer.from(pointFromScalar(NODE_SECRET, true) ?? []).toString('hex');
export const SAMPLE_KEY = signingKeyOf(digest('the key'));
export const OTHER_KEY = signingKeyOf(digest('another key'));

const ID = '018f0000-0000-7000-8000-0000000000';
export const SAMPLE_USERS = [
  ['ann', 12_345_000n, 3n],
  ['bob', 12_345_000n, 3n],
  ['cid', 0n, 0n],
  ['dot', 7000n, 1n],
  ['eve', 2_100_000_000_000_000n, 9000n],
].map(([name, msat, recordSeq], place) => ({
  userId: `${ID}${place + 10}`,
  identifier: `${name}${'0'.repeat(17)}`,
  msat: BigInt(msat ?? 0),
  recordSeq: BigInt(recordSeq ?? 0),
  chainHead: recordSeq === 0n ? Buffer.alloc(32) : digest(`chain of ${name}`),
}));

export interface SampleTree {
  readonly seed: Uint8Array;
  readonly epoch: bigint;
  readonly depth: number;
  readonly leaves: PackedNodes;
  fileOf(place: number): OwnFile;
}

export function growSample(epoch: bigint, users = SAMPLE_USERS): SampleTree {
  const seed = digest(`seed ${epoch}`);
  const packed = packUsers(users);
  const identifiers = users.map(({ identifier }) => identifier);
  const { depth, leaves } = buildLeaves({ epoch, seed, users: packed, identifiers });
  const findSiblings = siblingsIn(leaves);
  const fileOf = (place: number): OwnFile => {
    const { userId, ...owed } = users[place] ?? assert.fail('there is such a user');
    const places = leafPlaces(packed, place);
    const parts = splitOwed(seed, userId, owed.msat).map((part) => {
      const index = places[part.part] ?? 0;
      return { ...part, index, path: findSiblings(index) };
    });
    return { ...owed, epoch, parts };
  };
  return { seed, epoch, depth, leaves, fileOf };
}

export function signSample(
  tree: Pick<SampleTree, 'epoch' | 'depth' | 'leaves'>,
  previous: Checkpoint | null,
  changes: Partial<Checkpoint> = {},
  key: SigningKey = SAMPLE_KEY,
  before: SigningKey | null = null,
): SignedCheckpoint {
  const unsigned = {
    epoch: tree.epoch,
    time: new Date(Date.UTC(2026, 10, 23, Number(tree.epoch))),
    node: SAMPLE_NODE,
    depth: tree.depth,
    users: rootOf(tree.leaves),
    unclaimedMsat: 21_000n,
    inFlightMsat: 5000n,
    previous: previous === null ? FIRST_PREVIOUS : checkpointHash(previous),
    ...changes,
  };
  return signCheckpoint(key, unsigned, before);
}

export const presentSigned = (checkpoint: SignedCheckpoint, nodeSignature: string | null = null) =>
  presentCheckpoint({ checkpoint, nodeSignature });

export const presentChain = (checkpoints: readonly SignedCheckpoint[]) => ({
  format: CHAIN_FORMAT,
  checkpoints: checkpoints.map((one) => presentSigned(one)),
});

/** Signs a text like `lncli signmessage`. */
export function signByNode(text: string, secret: Uint8Array = NODE_SECRET): string {
  const message = sha256(sha256(Buffer.from(`Lightning Signed Message:${text}`)));
  const { signature, recoveryId } = signRecoverable(message, secret);
  return writeZbase32(Uint8Array.of(31 + recoveryId, ...signature));
}

export const sampleBinding = (): string =>
  signByNode(keyStatement(SAMPLE_KEY.publicKey, SAMPLE_NODE));

function writeZbase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const letters = bits.match(/.{1,5}/g) ?? [];
  return letters
    .map((five) => 'ybndrfg8ejkmcpqxot1uwisza345h769'[Number(`0b${five.padEnd(5, '0')}`)])
    .join('');
}
