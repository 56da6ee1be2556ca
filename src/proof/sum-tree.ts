/**
 * The tree below a checkpoint: a Merkle tree in which each node also binds the sum of everything
 * below it.
 */

import { hash } from 'node:crypto';
import { assert } from '../base/assert.ts';
import { MAX_OWED_MSAT } from './owed-sum.ts';

/** A node of the tree: its hash, and the sum below it. */
export interface SumNode {
  readonly hash: Uint8Array;
  readonly msat: bigint;
}

/** The nodes of one level, in order: for each, 32 bytes of hash and 8 of its sum, big-endian. */
export type PackedNodes = Buffer;

export const NODE_BYTES = 40;
const HASH_BYTES = 32;
const NODE_TAG = 0x01;

/**
 * Joins two nodes: SHA-256 of the tag 1 and both children with their sums, so that no sum can be
 * moved or hidden.
 */
export function joinNodes(left: SumNode, right: SumNode): SumNode {
  const pair = Buffer.alloc(2 * NODE_BYTES);
  packNode(pair, 0, left);
  packNode(pair, 1, right);
  return nodeAt(parentLevel(pair), 0);
}

export function packNode(nodes: PackedNodes, place: number, { hash: bytes, msat }: SumNode): void {
  nodes.set(bytes, place * NODE_BYTES);
  nodes.writeBigUInt64BE(msat, place * NODE_BYTES + HASH_BYTES);
}

export const nodeAt = (nodes: PackedNodes, place: number): SumNode => ({
  hash: new Uint8Array(nodes.subarray(place * NODE_BYTES, place * NODE_BYTES + HASH_BYTES)),
  msat: nodes.readBigUInt64BE(place * NODE_BYTES + HASH_BYTES),
});

export const countNodes = (nodes: PackedNodes): number => nodes.length / NODE_BYTES;

/** Computes the level above a level with an even number of nodes. */
export function parentLevel(nodes: PackedNodes): PackedNodes {
  const above = Buffer.alloc(nodes.length / 2);
  joinPairs(nodes, countNodes(nodes), above);
  return above;
}

/** The root of a tree, from a level whose number of nodes is a power of two. */
export function rootOf(nodes: PackedNodes): SumNode {
  // Each level of the tree is written over the one below it, which saves memory in large trees.
  const level = Buffer.from(nodes);
  for (let count = countNodes(nodes); count > 1; count /= 2) joinPairs(level, count, level);
  return nodeAt(level, 0);
}

/**
 * Joins nodes in pairs. `above` may be the same memory, as a pair is read before anything takes its
 * place.
 */
function joinPairs(nodes: PackedNodes, count: number, above: PackedNodes): void {
  const pair = Buffer.alloc(1 + 2 * NODE_BYTES);
  pair[0] = NODE_TAG;
  for (let place = 0; place < count / 2; place += 1) {
    const at = place * 2 * NODE_BYTES;
    nodes.copy(pair, 1, at, at + 2 * NODE_BYTES);
    const msat =
      pair.readBigUInt64BE(1 + HASH_BYTES) + pair.readBigUInt64BE(1 + NODE_BYTES + HASH_BYTES);
    assert(msat <= MAX_OWED_MSAT, 'no more is owed than there is');
    packNode(above, place, { hash: hash('sha256', pair, 'buffer'), msat });
  }
}

/** Finds the siblings on the way from a leaf to the root, lowest first. */
export type FindSiblings = (place: number) => readonly SumNode[];

/**
 * Finds the siblings of several leaves in one tree. Every node of the tree is computed only once
 * for all of them.
 */
export function siblingsIn(nodes: PackedNodes): FindSiblings {
  const levels: PackedNodes[] = [];
  for (let level = nodes; countNodes(level) > 1; level = parentLevel(level)) levels.push(level);
  return (place) => levels.map((level, height) => nodeAt(level, (place >> height) ^ 1));
}

/**
 * Computes the root to which a path leads. Bit by bit, the index of the leaf says on which side
 * each sibling stands.
 */
export function computeRoot(leaf: SumNode, index: number, siblings: readonly SumNode[]): SumNode {
  let [node, at] = [leaf, index];
  for (const sibling of siblings) {
    node = at % 2 === 0 ? joinNodes(node, sibling) : joinNodes(sibling, node);
    at = Math.floor(at / 2);
  }
  return node;
}
