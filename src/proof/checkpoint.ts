import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto';
import { bytesEqual } from '../base/hex.ts';
import type { SumNode } from './sum-tree.ts';

/**
 * A published checkpoint: how much users are owed in all at one moment, and the root of the tree
 * that proves it.
 */
export interface Checkpoint {
  /** The number of the checkpoint: 1 for the first, and one more for each after it. */
  readonly epoch: bigint;
  readonly time: Date;
  /** The public key of the Lightning node, in hex. */
  readonly node: string;
  /** The depth of the tree of all users, which has 2 to this power leaves. */
  readonly depth: number;
  readonly users: SumNode;
  /** Money that arrived for no known user. */
  readonly unclaimedMsat: bigint;
  /** The part of what is owed to users that is held for payments which may be on their way. */
  readonly inFlightMsat: bigint;
  /** The hash of the previous checkpoint; zero for the first. */
  readonly previous: Uint8Array;
  /** The public key that signs: Ed25519, 32 bytes. */
  readonly key: Uint8Array;
}

export interface SignedCheckpoint extends Checkpoint {
  readonly signature: Uint8Array;
  /** The signature of `key` by the previous checkpoint's key; null where the key stays the same. */
  readonly keySignature: Uint8Array | null;
}

export interface SigningKey {
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

export const FIRST_PREVIOUS = new Uint8Array(32);

const TAG = 'satchel-owed-v1';
const KEY_TAG = 'satchel-owed-key-v1';
const ROOT_TAG = 0x02;

/**
 * The hash that binds what is owed to users and what is unclaimed: SHA-256 of the tag 2, the
 * checkpoint's number, the root of the users' tree with its sum, and the unclaimed sum.
 */
export function rootHash(checkpoint: Pick<Checkpoint, 'epoch' | 'users' | 'unclaimedMsat'>) {
  const { epoch, users, unclaimedMsat } = checkpoint;
  const parts = [Buffer.of(ROOT_TAG), u64(epoch), users.hash, u64(users.msat), u64(unclaimedMsat)];
  return hash('sha256', Buffer.concat(parts), 'buffer');
}

export const totalMsat = ({ users, unclaimedMsat }: Checkpoint): bigint =>
  users.msat + unclaimedMsat;

/** The bytes of a checkpoint that are signed. */
export function checkpointBytes(checkpoint: Checkpoint): Buffer {
  return Buffer.concat([
    Buffer.from(TAG),
    u64(checkpoint.epoch),
    u64(BigInt(checkpoint.time.getTime())),
    Buffer.from(checkpoint.node, 'hex'),
    Buffer.of(checkpoint.depth),
    checkpoint.users.hash,
    u64(checkpoint.users.msat),
    u64(checkpoint.unclaimedMsat),
    u64(checkpoint.inFlightMsat),
    rootHash(checkpoint),
    checkpoint.previous,
    checkpoint.key,
  ]);
}

/** The hash of a checkpoint, by which the next one names it. */
export const checkpointHash = (checkpoint: Checkpoint): Buffer =>
  hash('sha256', checkpointBytes(checkpoint), 'buffer');

/** Signs a checkpoint; `before` is the key of the previous one, where this one has another key. */
export function signCheckpoint(
  key: SigningKey,
  unsigned: Omit<Checkpoint, 'key'>,
  before: SigningKey | null = null,
): SignedCheckpoint {
  const checkpoint = { ...unsigned, key: key.publicKey };
  const signature = key.sign(checkpointBytes(checkpoint));
  return {
    ...checkpoint,
    signature,
    keySignature: before?.sign(keyRotationBytes(checkpoint)) ?? null,
  };
}

/**
 * The bytes that a key signs to hand over to the next key. They name the previous checkpoint, so
 * the signature is of no use after any other one.
 */
export const keyRotationBytes = ({ previous, key }: Pick<Checkpoint, 'previous' | 'key'>): Buffer =>
  Buffer.concat([Buffer.from(KEY_TAG), previous, key]);

export const hasValidSignature = (checkpoint: SignedCheckpoint): boolean =>
  isSignedBy(checkpoint.key, checkpointBytes(checkpoint), checkpoint.signature);

/** Whether a checkpoint has the key of the previous one, or a key that the previous one signed. */
export const hasSameKey = (before: Checkpoint, next: SignedCheckpoint): boolean =>
  bytesEqual(next.key, before.key) ||
  (next.keySignature !== null && isSignedBy(before.key, keyRotationBytes(next), next.keySignature));

function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.concat([PUBLIC_PREFIX, publicKey]),
      format: 'der',
      type: 'spki',
    });
    return verify(null, message, key, signature);
  } catch {
    return false;
  }
}

/** Makes a signing key from 32 secret bytes (RFC 8032). */
export function signingKeyOf(secret: Uint8Array): SigningKey {
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, secret]),
    format: 'der',
    type: 'pkcs8',
  });
  return { publicKey: publicBytes(key), sign: (message) => sign(null, message, key) };
}

const publicBytes = (key: KeyObject): Uint8Array =>
  new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32));

/** The bytes that stand before a raw Ed25519 private key in the file format PKCS #8 (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

function u64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}
