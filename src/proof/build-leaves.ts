import { createCipheriv, createHmac } from 'node:crypto';
import { assert } from '../base/assert.ts';
import { emptyLeaf, leafHash, splitOwed } from './leaf.ts';
import { MIN_DEPTH, PARTS_PER_USER } from './limits.ts';
import { countUsers, type PackedUsers, setLeafPlace, userAt } from './owed-users.ts';
import { NODE_BYTES, type PackedNodes, packNode } from './sum-tree.ts';

export interface TreeOptions {
  readonly epoch: bigint;
  /**
   * 32 secret bytes, from which the parts of amounts, the nonces and the order of the leaves are
   * derived.
   */
  readonly seed: Uint8Array;
  readonly users: PackedUsers;
  /** The identifiers of the users, in the order of `users`. */
  readonly identifiers: readonly string[];
}

export interface Leaves {
  readonly depth: number;
  readonly leaves: PackedNodes;
}

/**
 * Builds all leaves of the tree in a random order, with empty leaves between those of users. The
 * places of a user's leaves are written into `users`.
 */
export function buildLeaves({ epoch, seed, users, identifiers }: TreeOptions): Leaves {
  const count = countUsers(users);
  const depth = depthFor(count * PARTS_PER_USER);
  const order = shuffled(2 ** depth, seed);
  const leaves = Buffer.alloc(order.length * NODE_BYTES);
  for (let place = 0; place < count; place += 1) {
    const { userId, ...owed } = userAt(users, place);
    const identifier = identifiers[place];
    assert(identifier !== undefined, 'every user has an identifier');
    for (const part of splitOwed(seed, userId, owed.msat)) {
      const leaf = order[place * PARTS_PER_USER + part.part] ?? 0;
      const hash = leafHash(epoch, { ...owed, identifier }, part);
      packNode(leaves, leaf, { hash, msat: part.msat });
      setLeafPlace(users, place, part.part, leaf);
    }
  }
  for (const leaf of order.subarray(count * PARTS_PER_USER)) {
    packNode(leaves, leaf, { hash: emptyLeaf(seed, leaf), msat: 0n });
  }
  return { depth, leaves };
}

function depthFor(leaves: number): number {
  let depth = MIN_DEPTH;
  while (2 ** depth < leaves) depth += 1;
  return depth;
}

/** Shuffles the numbers below `count` (Fisher-Yates), with random numbers derived from the seed. */
function shuffled(count: number, seed: Uint8Array): Uint32Array {
  const key = createHmac('sha256', seed).update('order').digest();
  const draws = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  const order = Uint32Array.from({ length: count }, (_, place) => place);
  const nothing = Buffer.alloc(DRAW_BYTES * DRAWS_AT_ONCE);
  for (let end = count; end > 1; ) {
    const numbers = draws.update(nothing);
    for (let at = 0; at < numbers.length && end > 1; at += DRAW_BYTES, end -= 1) {
      const drawn = Math.floor((numbers.readUIntBE(at, DRAW_BYTES) / DRAW_RANGE) * end);
      const [last, other] = [order[end - 1] ?? 0, order[drawn] ?? 0];
      order[drawn] = last;
      order[end - 1] = other;
    }
  }
  return order;
}

const DRAW_BYTES = 6;
const DRAW_RANGE = 2 ** 48;
const DRAWS_AT_ONCE = 4096;
