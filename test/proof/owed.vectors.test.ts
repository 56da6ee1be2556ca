import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { hexToBytes } from '../../src/base/hex.ts';
import { verifyProof } from '../../src/proof/verify-proof.ts';
import type { ProofCase } from '../support/proof/proof-case.ts';

/**
 * Each attack on a proof of what is owed, as a file: 27 of the checklist. The same files are given
 * to all three verifiers: ours here, the script of the page in test/browser/proof.test.ts, and one
 * in another language that was written from docs/proof.md alone.
 */
const CASES: readonly ProofCase[] = JSON.parse(
  readFileSync(new URL('../vectors/owed.json', import.meta.url), 'utf8'),
);

describe('27 the command and the service', () => {
  for (const { name, expected, checkpoint, mine, key, identifier } of CASES) {
    test(`${name}: ${expected}`, () => {
      const verified = verifyProof({
        checkpoint: JSON.stringify(checkpoint),
        mine: mine === undefined ? null : JSON.stringify(mine),
        key: key === undefined ? null : hexToBytes(key),
        identifier: identifier ?? null,
      });
      assert.equal(verified.ok ? 'ok' : verified.refusal.kind, expected);
    });
  }
});

/**
 * The one fault that the verifier in Python does not find: it knows no secp256k1, as docs/proof.md
 * allows.
 */
const NOT_CHECKED = 'wrong_node_signature';

test('27 a verifier in Python, written from the document, says the same of each', () => {
  const program = fileURLToPath(
    new URL('../../docs/examples/proof/verify_all.py', import.meta.url),
  );
  const vectors = fileURLToPath(new URL('../vectors/owed.json', import.meta.url));
  const { stdout, stderr, status } = spawnSync('python3', [program, vectors], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  const told = stdout.trim().split('\n');
  assert.deepEqual(
    told,
    CASES.map(({ name, expected }) => `${expected === NOT_CHECKED ? 'ok' : expected}: ${name}`),
  );
});
