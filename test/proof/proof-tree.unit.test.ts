import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { leafHash, splitOwed } from '../../src/proof/leaf.ts';
import { signerOf } from '../../src/proof/node-signature.ts';
import { MAX_OWED_MSAT } from '../../src/proof/owed-sum.ts';
import {
  computeRoot,
  countNodes,
  NODE_BYTES,
  nodeAt,
  parentLevel,
  rootOf,
  siblingsIn,
} from '../../src/proof/sum-tree.ts';
import { checkProperty } from '../support/check-property.ts';
import { digest, growSample } from '../support/proof/sample-proofs.ts';

const usersOf = (amounts: readonly bigint[]) =>
  amounts.map((msat, place) => ({
    userId: `018f0000-0000-7000-8000-${String(place).padStart(12, '0')}`,
    identifier: `user${place}`,
    msat,
    recordSeq: BigInt(place),
    chainHead: digest(`head ${place}`),
  }));

const amount = fc.bigInt({ min: 0n, max: 10n ** 15n });

describe('a tree', () => {
  test('has every part of every user once, and nothing else', async () => {
    await checkProperty(
      fc.asyncProperty(fc.array(amount, { maxLength: 40 }), async (amounts) => {
        const tree = growSample(5n, usersOf(amounts));
        const root = rootOf(tree.leaves);
        assert.equal(
          root.msat,
          amounts.reduce((sum, one) => sum + one, 0n),
        );
        const places = new Set<number>();
        for (const [place, msat] of amounts.entries()) {
          const file = tree.fileOf(place);
          assert.equal(
            file.parts.reduce((sum, part) => sum + part.msat, 0n),
            msat,
          );
          for (const part of file.parts) {
            places.add(part.index);
            const leaf = { hash: leafHash(5n, file, part), msat: part.msat };
            assert.deepEqual(nodeAt(tree.leaves, part.index), {
              hash: new Uint8Array(leaf.hash),
              msat: leaf.msat,
            });
            assert.deepEqual(computeRoot(leaf, part.index, part.path), root);
          }
        }
        assert.equal(places.size, amounts.length * 8);
        for (let index = 0; index < countNodes(tree.leaves); index += 1) {
          if (!places.has(index)) assert.equal(nodeAt(tree.leaves, index).msat, 0n);
        }
      }),
    );
  });

  for (const [users, depth] of [
    [0, 6],
    [8, 6],
    [9, 7],
    [16, 7],
    [17, 8],
  ] as const) {
    test(`of ${users} users is ${depth} high`, () => {
      assert.equal(growSample(1n, usersOf(Array(users).fill(1n))).depth, depth);
    });
  }

  test('has another order in each epoch, and shows none of it in its root', () => {
    const users = usersOf(Array(8).fill(1000n));
    const [one, two] = [growSample(1n, users), growSample(2n, users)];
    const places = (tree: typeof one) => tree.fileOf(0).parts.map(({ index }) => index);
    assert.notDeepEqual(places(one), places(two));
    assert.notDeepEqual(rootOf(one.leaves), rootOf(two.leaves));
  });

  test('in chunks has the paths that it has as a whole', () => {
    const { leaves } = growSample(1n, usersOf(Array(64).fill(9n)));
    const size = 64;
    const tops = Buffer.concat(
      Array.from({ length: countNodes(leaves) / size }, (_, chunk) => {
        const { hash, msat } = rootOf(
          leaves.subarray(chunk * size * NODE_BYTES, (chunk + 1) * size * NODE_BYTES),
        );
        const sum = Buffer.alloc(8);
        sum.writeBigUInt64BE(msat);
        return Buffer.concat([hash, sum]);
      }),
    );
    for (const index of [0, 63, 64, 300, 511]) {
      const chunk = Math.floor(index / size);
      const part = leaves.subarray(chunk * size * NODE_BYTES, (chunk + 1) * size * NODE_BYTES);
      const path = [...siblingsIn(part)(index % size), ...siblingsIn(tops)(chunk)];
      assert.deepEqual(path, siblingsIn(leaves)(index));
    }
  });

  test('is not made of more than there is', () => {
    const nodes = Buffer.alloc(2 * NODE_BYTES);
    nodes.writeBigUInt64BE(MAX_OWED_MSAT, 32);
    nodes.writeBigUInt64BE(1n, NODE_BYTES + 32);
    assert.throws(() => parentLevel(nodes), /no more is owed than there is/);
  });
});

describe('the parts of a user', () => {
  const seed = digest('seed');

  test('are eight, none below zero, and add up', async () => {
    await checkProperty(
      fc.asyncProperty(amount, fc.uuid(), async (msat, userId) => {
        const parts = splitOwed(seed, userId, msat);
        assert.deepEqual(
          parts.map(({ part }) => part),
          [0, 1, 2, 3, 4, 5, 6, 7],
        );
        assert(parts.every((part) => part.msat >= 0n));
        assert.equal(
          parts.reduce((sum, part) => sum + part.msat, 0n),
          msat,
        );
        assert.equal(new Set(parts.map(({ nonce }) => nonce.toString())).size, 8);
        assert.deepEqual(splitOwed(seed, userId, msat), parts);
      }),
    );
  });

  test('are others for another user or seed', () => {
    const nonceOf = (from: Uint8Array, userId: string) => splitOwed(from, userId, 7n)[0]?.nonce;
    const [one, two] = ['018f0000-0000-7000-8000-000000000001', 'x'.repeat(36)];
    assert.notDeepEqual(nonceOf(seed, one), nonceOf(seed, two));
    assert.notDeepEqual(nonceOf(seed, one), nonceOf(digest('other'), one));
  });
});

/** Signatures of nodes in the wild, as Core Lightning tests them (tests/test_misc.py). */
describe('a signature of a node', () => {
  const SIGNED = [
    [
      'is this compatible?',
      'rbgfioj114mh48d8egqx8o9qxqw4fmhe8jbeeabdioxnjk8z3t1ma1hu1fiswpakgucwwzwo6ofycffbsqusqdimug' +
        'bh41n1g698hr9t',
      '02b80cabdf82638aac86948e4c06e82064f547768dcef977677b9ea931ea75bab5',
    ],
    [
      'hi',
      'rnrphcjswusbacjnmmmrynh9pqip7sy5cx695h6mfu64iac6qmcmsd8xnsyczwmpqp9shqkth3h4jmkgyqu5z47jfn' +
        '1q7gpxtaqpx4xg',
      '02de60d194e1ca5947b59fe8e2efd6aadeabfb67f2e89e13ae1a799c1e08e4a43b',
    ],
    [
      'hi',
      'ry8bbsopmduhxy3dr5d9ekfeabdpimfx95kagdem7914wtca79jwamtbw4rxh69hg7n6x9ty8cqk33knbxaqftgxsf' +
        'saeprxkn1k48p3',
      '022b8ece90ee891cbcdac0c1cc6af46b73c47212d8defbce80265ac81a6b794931',
    ],
  ] as const;

  for (const [text, signature, node] of SIGNED) {
    test(`of ${node.slice(0, 8)} is recovered`, () => {
      assert.equal(signerOf(text, signature), node);
      assert.notEqual(signerOf(`${text}!`, signature), node);
    });
  }

  test('is nothing else', () => {
    const [[text, signature]] = SIGNED;
    for (const other of [
      '',
      'y',
      signature.slice(1),
      `${signature}y`,
      signature.toUpperCase(),
      `l${signature.slice(1)}`,
      `y${signature.slice(1)}`,
      `9${signature.slice(1)}`,
      'y'.repeat(104),
    ]) {
      assert.equal(signerOf(text, other), null, other);
    }
  });
});
