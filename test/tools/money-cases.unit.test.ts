import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { findFiles } from '../../tools/tests/find-files.ts';

const ROOT = new URL('../..', import.meta.url).pathname;

/** First and last case of each run of numbers; 73b came late. */
const RUNS = [
  [1, 13],
  [20, 38],
  [40, 47],
  [50, 62],
  [70, 88],
  [90, 102],
] as const;
const CASES = RUNS.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index),
).flatMap((number) => {
  const id = `M${String(number).padStart(2, '0')}`;
  return id === 'M73' ? [id, 'M73b'] : [id];
});

interface Row {
  /** The case, or what happens. */
  readonly subject: string;
  /** A test each, or the one reason why there is none. */
  readonly proofs: readonly string[];
}

describe('the table of money cases', () => {
  const rows = readRows(readFileSync(join(ROOT, 'docs/money-cases.md'), 'utf8'));

  test('holds every case once, in order', () => {
    const ids = rows.map(({ subject }) => subject).filter((subject) => /^M\d/.test(subject));
    assert.deepEqual(ids, CASES);
  });

  test('names a test that exists, or says why there is none', () => {
    const unproven = rows.flatMap(({ subject, proofs }) =>
      proofs.filter((proof) => !isProof(proof)).map((proof) => `${subject}: ${proof}`),
    );
    assert.deepEqual(unproven, []);
  });

  test('has for each case a test with its number, unless it says why not', () => {
    const nameless = rows
      .filter(({ subject, proofs }) => CASES.includes(subject) && proofs.some(isTest))
      .filter(({ subject, proofs }) => !proofs.some((proof) => idsIn(proof).includes(subject)));
    assert.deepEqual(nameless, []);
  });

  test('knows every number that a test bears', () => {
    const borne = testTitles().flatMap(idsIn);
    assert.deepEqual(
      [...new Set(borne)].filter((id) => !CASES.includes(id)),
      [],
    );
  });
});

/** Lines of the tables: a subject first, its proofs last. */
function readRows(markdown: string): readonly Row[] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.endsWith(' Proven by |'))
    .map((line) => line.slice(2, -2).split(' | '))
    .map((cells) => ({ subject: cells[0] ?? '', proofs: (cells.at(-1) ?? '').split('<br>') }));
}

const isTest = (proof: string): boolean => proof.startsWith('`test/');

function isProof(proof: string): boolean {
  const named = /^`(test\/[\w./-]+\.ts)` (.+)$/.exec(proof);
  if (named === null) return /^Cannot occur: \S.{20,}/.test(proof);
  const [, path = '', name = ''] = named;
  if (!existsSync(join(ROOT, path))) return false;
  const isWanted = name.endsWith('…')
    ? (title: string) => title.startsWith(name.slice(0, -1))
    : (title: string) => title === name;
  return titlesIn(path).some(isWanted);
}

const idsIn = (title: string): readonly string[] => title.match(/\bM\d{2,3}b?\b/g) ?? [];

const titlesIn = (path: string): readonly string[] =>
  Array.from(
    readFileSync(join(ROOT, path), 'utf8').matchAll(/\b(?:test|it)\(\s*(['"`])(.*?)\1,/g),
    ([, , title = '']) => title,
  );

const testTitles = (): readonly string[] => findFiles('test/**/*.ts', ROOT).flatMap(titlesIn);
