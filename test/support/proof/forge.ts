import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { leafHash } from '../../../src/proof/leaf.ts';
import { MAX_OWED_MSAT } from '../../../src/proof/owed-sum.ts';
import { presentOwnFile } from '../../../src/proof/own-file.ts';
import type { ProofRefusal } from '../../../src/proof/proof-refusals.ts';
import {
  computeRoot,
  countNodes,
  NODE_BYTES,
  nodeAt,
  type PackedNodes,
  packNode,
} from '../../../src/proof/sum-tree.ts';
import { KEY_CASES } from './key-cases.ts';
import type { ProofCase } from './proof-case.ts';
import {
  growSample,
  OTHER_KEY,
  presentChain,
  presentSigned,
  SAMPLE_KEY,
  SAMPLE_USERS,
  sampleBinding,
  signByNode,
  signSample,
} from './sample-proofs.ts';

type Json = { [name: string]: unknown };

const [first, second, third] = [growSample(1n), growSample(2n), growSample(3n)];
const one = signSample(first, null);
const two = signSample(second, one);
const three = signSample(third, two);
const key = Buffer.from(SAMPLE_KEY.publicKey).toString('hex');
const ann = second.fileOf(0);
const { identifier } = ann;
const checkpoint = presentSigned(two, sampleBinding());
const mine = presentOwnFile(ann);

type Mine = ReturnType<typeof presentOwnFile>;
type Part = Mine['parts'][number];

const withParts = (change: (part: Part) => Part | readonly Part[]): Mine => ({
  ...mine,
  parts: mine.parts.flatMap((part) => change(part)),
});
const onPart = (number: number, change: (part: Part) => Part): Mine =>
  withParts((part) => (part.part === number ? change(part) : part));
const full = mine.parts.find(({ msat }) => BigInt(msat) > 1000n) ?? assert.fail('ann has money');
const more = (msat: string, by: bigint): string => String(BigInt(msat) + by);

const good: readonly ProofCase[] = [
  { name: 'a checkpoint alone', expected: 'ok', checkpoint: presentSigned(one) },
  { name: 'a checkpoint whose key the node signed', expected: 'ok', checkpoint, key },
  ...SAMPLE_USERS.map((user, place) => ({
    name: `the file of ${user.identifier.slice(0, 3)}`,
    expected: 'ok' as const,
    checkpoint,
    mine: presentOwnFile(second.fileOf(place)),
    key,
    identifier: user.identifier,
  })),
  { name: 'a chain of three', expected: 'ok', checkpoint: presentChain([one, two, three]), key },
];

const forged = (
  name: string,
  expected: ProofRefusal['kind'],
  changes: Partial<ProofCase>,
): ProofCase => ({ name, expected, checkpoint, mine, key, identifier, ...changes });

/** The operator leaves out a part of the tree and counts less. */
function withoutPart(): ProofCase {
  const left = mine.parts.filter(({ part }) => part !== full.part);
  const total_msat = more(mine.total_msat, -BigInt(full.msat));
  return forged('a part is left out', 'part_missing', {
    mine: { ...mine, total_msat, parts: left },
  });
}

/** Two users would be shown the same leaf, if nodes committed only to the sum of both sides. */
function sumOnly(): ProofCase {
  const join = (nodes: PackedNodes): PackedNodes => {
    const above = Buffer.alloc(nodes.length / 2);
    for (let place = 0; place < countNodes(above); place += 1) {
      const [left, right] = [nodeAt(nodes, place * 2), nodeAt(nodes, place * 2 + 1)];
      const msat = left.msat + right.msat;
      const text = Buffer.concat([Buffer.of(1), left.hash, right.hash, Buffer.alloc(8)]);
      text.writeBigUInt64BE(msat, text.length - 8);
      packNode(above, place, { hash: hash('sha256', text, 'buffer'), msat });
    }
    return above;
  };
  const paths = mine.parts.map((): { hash: string; msat: string }[] => []);
  let level = second.leaves;
  for (let depth = 0; level.length > NODE_BYTES; depth += 1) {
    for (const [place, part] of mine.parts.entries()) {
      const sibling = nodeAt(level, Math.floor(part.index / 2 ** depth) ^ 1);
      const text = Buffer.from(sibling.hash).toString('hex');
      paths[place]?.push({ hash: text, msat: String(sibling.msat) });
    }
    level = join(level);
  }
  const users = nodeAt(level, 0);
  const parts = mine.parts.map((part, place) => ({ ...part, path: paths[place] ?? [] }));
  return forged('nodes hash only the sum of their children', 'not_in_tree', {
    checkpoint: presentSigned(signSample(second, one, { users })),
    mine: { ...mine, parts },
  });
}

/** Sums that are valid one by one, but together are more than all bitcoin. */
function overflowing(): ProofCase {
  return forged('sums overflow together', 'not_in_tree', {
    mine: onPart(full.part, (part) => ({
      ...part,
      path: part.path.map(({ hash: text }) => ({ hash: text, msat: String(MAX_OWED_MSAT) })),
    })),
  });
}

/** An inner node is passed off as a leaf, so that its path is shorter. */
function leafAsNode(): ProofCase {
  const part = ann.parts[full.part] ?? assert.fail('it is one of them');
  const leaf = { hash: leafHash(ann.epoch, ann, part), msat: part.msat };
  const above = computeRoot(leaf, part.index, part.path.slice(0, 1));
  return forged('a node stands in for a leaf', 'wrong_depth', {
    mine: onPart(full.part, (old) => ({
      ...old,
      msat: String(above.msat),
      index: Math.floor(old.index / 2),
      path: old.path.slice(1),
    })),
  });
}

const ofMine: readonly ProofCase[] = [
  withoutPart(),
  forged('the amount of a part is changed', 'not_in_tree', {
    mine: onPart(full.part, (part) => ({ ...part, msat: more(part.msat, 1000n) })),
  }),
  forged('the total is changed', 'wrong_total', {
    mine: { ...mine, total_msat: more(mine.total_msat, 1000n) },
  }),
  forged('an amount is negative', 'sum_out_of_bounds', {
    mine: onPart(full.part, (part) => ({ ...part, msat: `-${part.msat}` })),
  }),
  forged('a sum beside the path is negative', 'sum_out_of_bounds', {
    mine: onPart(full.part, (part) => ({
      ...part,
      path: part.path.map((sibling, level) => (level === 2 ? { ...sibling, msat: '-1' } : sibling)),
    })),
  }),
  forged('a sum is more than all bitcoin', 'sum_out_of_bounds', {
    mine: onPart(full.part, (part) => ({ ...part, msat: String(2n ** 63n) })),
  }),
  overflowing(),
  forged('children are swapped', 'not_in_tree', {
    mine: onPart(full.part, (part) => ({ ...part, index: part.index ^ 2 })),
  }),
  leafAsNode(),
  forged('a path is longer than the tree is high', 'wrong_depth', {
    mine: onPart(0, (part) => ({ ...part, path: [...part.path, ...part.path.slice(0, 1)] })),
  }),
  forged('a file of the checkpoint before', 'other_epoch', {
    mine: presentOwnFile(first.fileOf(0)),
  }),
  forged('the same with a new number', 'not_in_tree', {
    mine: { ...presentOwnFile(first.fileOf(0)), epoch: '2' },
  }),
  forged('one leaf counts twice', 'part_twice', {
    mine: withParts((part) => ({ ...full, part: part.part })),
  }),
  forged('one part stands there twice', 'part_twice', {
    mine: { ...mine, parts: [...mine.parts.slice(1), mine.parts[1]] },
  }),
  forged('a file about somebody with the same amount', 'other_identifier', {
    mine: presentOwnFile(second.fileOf(1)),
  }),
  forged('the same with our identifier', 'not_in_tree', {
    mine: { ...presentOwnFile(second.fileOf(1)), identifier },
  }),
  forged('records were rewritten', 'not_in_tree', {
    mine: { ...mine, chain_head: 'ee'.repeat(32) },
  }),
  forged('records were left out', 'not_in_tree', { mine: { ...mine, record_seq: '2' } }),
  forged('a nonce is too short', 'unreadable', {
    mine: onPart(0, (part) => ({ ...part, nonce: part.nonce.slice(2) })),
  }),
  forged('an amount is a JSON number', 'unreadable', {
    mine: { ...mine, total_msat: Number(mine.total_msat) },
  }),
];

const without = (from: object, field: string): Json =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name !== field));

const ofCheckpoints: readonly ProofCase[] = [
  sumOnly(),
  forged('another root, signed', 'not_in_tree', {
    checkpoint: presentSigned(
      signSample(second, one, { users: { hash: Buffer.alloc(32, 7), msat: two.users.msat } }),
    ),
  }),
  forged('less is owed than stands in the tree, signed', 'not_in_tree', {
    checkpoint: presentSigned(
      signSample(second, one, { users: { ...two.users, msat: two.users.msat - 1000n } }),
    ),
  }),
  forged('a root of its own in the file', 'wrong_root', {
    checkpoint: { ...checkpoint, root: 'ab'.repeat(32) },
  }),
  forged('a total of its own in the file', 'wrong_root', {
    checkpoint: { ...checkpoint, total_msat: more(checkpoint.total_msat, -1000n) },
  }),
  forged('more on its way than is owed', 'wrong_root', {
    checkpoint: presentSigned(signSample(second, one, { inFlightMsat: two.users.msat + 1n })),
  }),
  forged('the total overflows', 'sum_out_of_bounds', {
    checkpoint: presentSigned(
      signSample(second, one, { users: { ...two.users, msat: MAX_OWED_MSAT } }),
    ),
  }),
  forged('another key, signed by it', 'wrong_key', {
    checkpoint: presentSigned(signSample(second, one, {}, OTHER_KEY)),
  }),
  forged('a signature of something else', 'wrong_signature', {
    checkpoint: { ...checkpoint, signature: presentSigned(one).signature },
  }),
  forged('a key that another node signed', 'wrong_node_signature', {
    checkpoint: { ...checkpoint, node_signature: signByNode('anything') },
  }),
  forged('a checkpoint without its time', 'unreadable', {
    checkpoint: without(checkpoint, 'time'),
  }),
  forged('a chain with a gap', 'broken_chain', { checkpoint: presentChain([one, three]) }),
  forged('a chain that turns around', 'broken_chain', { checkpoint: presentChain([two, one]) }),
  forged('another checkpoint in a chain', 'broken_chain', {
    checkpoint: presentChain([signSample(first, null, { unclaimedMsat: 0n }), two]),
  }),
];

/** Valid proofs, and the forgeries that the attacks of docs/proof.md make from them. */
export const PROOF_CASES: readonly ProofCase[] = [
  ...good,
  ...ofMine,
  ...ofCheckpoints,
  ...KEY_CASES,
];

/** Renders `test/vectors/owed.json`, for verifiers in other languages, with one case per line. */
export const renderProofCases = (): string =>
  `[\n${PROOF_CASES.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`;
