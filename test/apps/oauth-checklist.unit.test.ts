import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { allTitles, findNamedTests, ROOT } from '../support/named-tests.ts';

/** How many lines each part has. */
const PARTS = [
  ['A', 17],
  ['B', 16],
  ['C', 13],
  ['D', 13],
  ['E', 11],
  ['F', 12],
  ['G', 7],
  ['H', 11],
  ['I', 6],
  ['J', 4],
] as const;
const LINES = PARTS.flatMap(([part, count]) =>
  Array.from({ length: count }, (_, index) => `${part}${index + 1}`),
);

interface Row {
  readonly line: string;
  readonly about: string;
  /** A test each, or the one reason why there is none. */
  readonly proofs: readonly string[];
}

describe('the OAuth checklist', () => {
  const rows = readRows(readFileSync(join(ROOT, 'docs/oauth-checklist.md'), 'utf8'));

  test('holds every line once, in order', (t) => {
    for (const { line, about, proofs } of rows) {
      const how = proofs.some(isTest) ? `${proofs.length} tested` : proofs[0];
      t.diagnostic(`${line}: ${about}: ${how}`);
    }
    assert.deepEqual(
      rows.map(({ line }) => line),
      LINES,
    );
  });

  test('names tests that exist, or says why there is none', () => {
    const unproven = rows.flatMap(({ line, proofs }) =>
      proofs.filter((proof) => !isProof(proof)).map((proof) => `${line}: ${proof}`),
    );
    assert.deepEqual(unproven, []);
  });

  test('knows every number that a test bears', () => {
    const borne = allTitles().flatMap(idsIn);
    assert.deepEqual(
      [...new Set(borne)].filter((id) => !LINES.includes(id)),
      [],
    );
  });

  test('has for each line a test with its number', () => {
    const nameless = rows
      .filter(({ proofs }) => proofs.some(isTest))
      .filter(({ line, proofs }) => !proofs.some((proof) => idsIn(proof).includes(line)));
    assert.deepEqual(nameless, []);
  });
});

function readRows(markdown: string): readonly Row[] {
  return markdown
    .split('\n')
    .filter((line) => /^\| [A-J]\d/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
    .map(([line = '', about = '', ...rest]) => ({
      line,
      about,
      proofs: rest.join(' | ').split('<br>'),
    }));
}

const isTest = (proof: string): boolean => proof.startsWith('`test/');

function isProof(proof: string): boolean {
  if (!isTest(proof)) return /^Not applicable: \S.{20,}/.test(proof);
  return findNamedTests(proof).length > 0;
}

const idsIn = (title: string): readonly string[] => title.match(/\b[A-J]\d{1,2}\b/g) ?? [];
