import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { allTitles, findNamedTests, ROOT } from '../support/named-tests.ts';

/** What they were about is gone: docs/decisions/0013-one-delivery-of-webhooks.md. */
const isGone = (n: number): boolean => n >= 70 && n <= 80;
const CASES = Array.from({ length: 87 }, (_, n) => n + 1)
  .filter((n) => !isGone(n))
  .map((n) => `W${n}`);

interface Row {
  readonly id: string;
  /** A test each, or the one reason why there is none. */
  readonly proofs: readonly string[];
}

describe('the table of webhook cases', () => {
  const rows = readRows(readFileSync(join(ROOT, 'docs/webhook-cases.md'), 'utf8'));

  test('holds every case once, in order', () => {
    assert.deepEqual(
      rows.map(({ id }) => id),
      CASES,
    );
  });

  test('names tests that exist and bear the number, or says why there is none', () => {
    const unproven = rows.flatMap(({ id, proofs }) =>
      proofs.filter((proof) => !isProof(id, proof)).map((proof) => `${id}: ${proof}`),
    );
    assert.deepEqual(unproven, []);
  });

  test('knows every number that a test bears', () => {
    const strange = allTitles()
      .flatMap(idsIn)
      .filter((id) => !CASES.includes(id));
    assert.deepEqual(strange, []);
  });
});

function readRows(markdown: string): readonly Row[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| W\d/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
    .map(([id = '', , ...rest]) => ({ id, proofs: rest.join(' | ').split('<br>') }));
}

function isProof(id: string, proof: string): boolean {
  if (!proof.startsWith('`test/')) return /^Not applicable: \S.{20,}/.test(proof);
  return findNamedTests(proof).some((title) => idsIn(title).includes(id));
}

const idsIn = (title: string): readonly string[] => title.match(/\bW\d{1,2}\b/g) ?? [];
