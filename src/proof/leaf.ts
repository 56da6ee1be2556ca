import { hash } from 'node:crypto';
import { PARTS_PER_USER } from './limits.ts';

/** What a checkpoint says about one user. */
export interface OwedToUser {
  readonly identifier: string;
  /** The user's balance and held money together. */
  readonly msat: bigint;
  /**
   * The number of the newest record in the user's chain of statements, and the hash of the chain up
   * to it: see statement-chain.ts.
   */
  readonly recordSeq: bigint;
  readonly chainHead: Uint8Array;
}

/** A part of a user's money, which is split up so that each part is a leaf. */
export interface OwedPart {
  readonly part: number;
  readonly msat: bigint;
  /** A random number that only the user is told, so that no one else can try amounts. */
  readonly nonce: Uint8Array;
}

const LEAF_TAG = 0x00;
const LEAF_HEAD_BYTES = 1 + 32 + 8 + 1 + 8 + 8 + 32;

/**
 * The hash of a leaf: SHA-256 of the tag 0, the nonce, the checkpoint's number (u64), the number of
 * the part (u8), its amount (u64), the number of the last record (u64), the hash of the statement
 * chain and the user's identifier.
 */
export function leafHash(epoch: bigint, owed: OwedToUser, { part, msat, nonce }: OwedPart): Buffer {
  const identifier = Buffer.from(owed.identifier, 'utf8');
  const text = Buffer.alloc(LEAF_HEAD_BYTES + identifier.length);
  text[0] = LEAF_TAG;
  text.set(nonce, 1);
  text.writeBigUInt64BE(epoch, 33);
  text[41] = part;
  text.writeBigUInt64BE(msat, 42);
  text.writeBigUInt64BE(owed.recordSeq, 50);
  text.set(owed.chainHead, 58);
  identifier.copy(text, LEAF_HEAD_BYTES);
  return hash('sha256', text, 'buffer');
}

/**
 * Splits the money of a user into parts at random places; some parts may be empty. The places are
 * derived from the secret seed of the checkpoint, so that only the seed has to be stored.
 */
export function splitOwed(seed: Uint8Array, userId: string, msat: bigint): readonly OwedPart[] {
  const key = drawn('sha512', seed, `parts ${userId}`);
  const cuts = Array.from(
    { length: PARTS_PER_USER - 1 },
    (_, place) =>
      // As an amount is far below 2^64, the remainder makes all places practically equally likely.
      key.readBigUInt64BE(place * 8) % (msat + 1n),
  ).sort((a, b) => (a < b ? -1 : Number(a > b)));
  const text = Buffer.concat([drawn('sha256', seed, `nonces ${userId}`), Buffer.alloc(1)]);
  return [...cuts, msat].map((end, part) => {
    text[32] = part;
    const begin = part === 0 ? 0n : (cuts[part - 1] ?? 0n);
    return { part, msat: end - begin, nonce: hash('sha256', text, 'buffer') };
  });
}

/** The hash of an empty leaf, which no one can tell from the leaf of a user. */
export const emptyLeaf = (seed: Uint8Array, index: number): Buffer =>
  drawn('sha256', seed, `empty ${String(index).padStart(16, '0')}`);

/**
 * Derives bytes from a seed and a text. Texts of one kind have the same length, so that no input is
 * the beginning of another.
 */
const drawn = (algorithm: string, seed: Uint8Array, text: string): Buffer =>
  hash(algorithm, Buffer.concat([seed, Buffer.from(text)]), 'buffer');
