import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { findFiles } from '../../tools/tests/find-files.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...findFiles('docs/**/*.md', ROOT),
  ...findFiles('src/*/README.md', ROOT),
];

describe('paths in documents', () => {
  for (const document of DOCUMENTS) {
    test(`of ${document} exist`, () => {
      const text = readFileSync(join(ROOT, document), 'utf8');
      assert.deepEqual(
        pathsIn(text).filter((path) => !existsSync(join(ROOT, path))),
        [],
      );
    });
  }

  test('are found between backticks, without those that hold a placeholder', () => {
    const text = '`src/a.ts`, `tools/b/`, `test/FEATURE/`, `locales/LANGUAGE/c.json`, `npm test`';
    assert.deepEqual(pathsIn(text), ['src/a.ts', 'tools/b/']);
  });
});

const PLACEHOLDER = /[*…{]|\b(?:FEATURE|SUBJECT|LANGUAGE|NAME|NNNN)\b/;

/** Paths from the root, without those that stand for many. */
function pathsIn(text: string): readonly string[] {
  const paths = text.matchAll(/`((?:src|test|tools|sql|migrations|docs|locales)\/[^`\s]*)`/g);
  return Array.from(paths, ([, path = '']) => path).filter((path) => !PLACEHOLDER.test(path));
}
