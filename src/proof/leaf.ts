import { hash } from 'node:crypto';
import { PARTS_PER_USER } from './limits.ts';

/** The statement of a checkpoint about one user. */
export interface OwedToUser {
  readonly identifier: string;
  /** The user's wallet and held money together. */
  readonly msat: bigint;
  /** Number and link of the newest record in the chain of statements: see statement-chain.ts. */
  readonly recordSeq: bigint;
  readonly chainHead: Uint8Array;
}

/** A part of a user's money, which is split up so that each part is a leaf. */
export interface OwedPart {
  readonly part: number;
  readonly msat: bigint;
  /** A random number that only its user is told, so that no one else can try amounts. */
  readonly nonce: Uint8Array;
}

const LEAF_TAG = 0x00;
const LEAF_HEAD_BYTES = 1 + 32 + 8 + 1 + 8 + 8 + 32;

/**
 * The hash of a leaf: SHA-256 of the tag 0, the nonce, the epoch (u64), the number of the part
 * (u8), its amount (u64), the number of the last record (u64), the head of the chain and the
 * identifier.
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
 * Splits the money of a user into parts that follow from the secret seed of the checkpoint, so that
 * only the seed is kept. They are cut at random places; some may be empty.
 */
export function splitOwed(seed: Uint8Array, userId: string, msat: bigint): readonly OwedPart[] {
  const key = drawn('sha512', seed, `parts ${userId}`);
  const cuts = Array.from(
    { length: PARTS_PER_USER - 1 },
    (_, place) =>
      // An amount is far below 2^64, so that all places are as good as equally likely.
      key.readBigUInt64BE(place * 8) % (msat + 1n),
  ).sort((a, b) => (a < b ? -1 : Number(a > b)));
  const text = Buffer.concat([drawn('sha256', seed, `nonces ${userId}`), Buffer.alloc(1)]);
  return [...cuts, msat].map((end, part) => {
    text[32] = part;
    const begin = part === 0 ? 0n : (cuts[part - 1] ?? 0n);
    return { part, msat: end - begin, nonce: hash('sha256', text, 'buffer') };
  });
}

/** A leaf without user and money. */
export const emptyLeaf = (seed: Uint8Array, index: number): Buffer =>
  drawn('sha256', seed, `empty ${String(index).padStart(16, '0')}`);

/**
 * Draws bytes. Texts of one kind have one length, so that no answer is the beginning of another.
 */
const drawn = (algorithm: string, seed: Uint8Array, text: string): Buffer =>
  hash(algorithm, Buffer.concat([seed, Buffer.from(text)]), 'buffer');
