import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const ROOT = new URL('../..', import.meta.url).pathname;
const CASES = Array.from({ length: 87 }, (_, n) => `W${n + 1}`);

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
  const path = /^`([^`]+)` /.exec(proof)?.[1] ?? '';
  if (!existsSync(join(ROOT, path))) return false;
  return titlesIn(path).some((title) => idsIn(title).includes(id) && isOf(proof, path, title));
}

function isOf(proof: string, path: string, title: string): boolean {
  if (!proof.startsWith(`\`${path}\` `)) return false;
  const named = proof.slice(path.length + 3);
  return named.endsWith('…') ? title.startsWith(named.slice(0, -1)) : named === title;
}

const idsIn = (title: string): readonly string[] => title.match(/\bW\d{1,2}\b/g) ?? [];

const titlesIn = (path: string): readonly string[] =>
  Array.from(
    readFileSync(join(ROOT, path), 'utf8').matchAll(/\b(?:test|it|describe)\(\s*(['"`])(.*?)\1,/g),
    ([, , title = '']) => title,
  );

const allTitles = (): readonly string[] =>
  readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => titlesIn(`test/${path}`));
