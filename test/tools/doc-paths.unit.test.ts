import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { findFiles } from '../../tools/tests/find-files.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...findFiles('docs/**/*.md', ROOT)];
const PLACEHOLDER = /[*…{]|\b(?:FEATURE|SUBJECT|LANGUAGE|NAME|NNNN)\b/;

describe('documents', () => {
  for (const document of DOCUMENTS) {
    const text = readFileSync(join(ROOT, document), 'utf8');

    test(`${document} names only files that exist`, () => {
      const gone = pathsIn(text).filter((path) => !existsSync(join(ROOT, path)));
      assert.deepEqual(gone, []);
    });

    test(`${document} links only to files and headings that exist`, () => {
      const broken = linksIn(text).filter((link) => !leadsSomewhere(document, link));
      assert.deepEqual(broken, []);
    });
  }

  test('paths stand between backticks, and may hold a placeholder', () => {
    const text = '`src/a.ts`, `tools/b/`, `test/FEATURE/`, `locales/LANGUAGE/c.json`, `npm test`';
    assert.deepEqual(pathsIn(text), ['src/a.ts', 'tools/b/']);
  });

  test('a heading is linked by its words in lower case', () => {
    assert.deepEqual(anchorsIn('# Why `a`, not b?\n\n### 2. Then\n'), ['why-a-not-b', '2-then']);
  });
});

/** Paths from the root, without those that stand for many. */
function pathsIn(text: string): readonly string[] {
  const paths = text.matchAll(/`((?:src|test|tools|sql|migrations|docs|locales)\/[^`\s]*)`/g);
  return Array.from(paths, ([, path = '']) => path).filter((path) => !PLACEHOLDER.test(path));
}

/** Links within the repository. */
const linksIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link).filter(
    (link) => !/^(https?|mailto):/.test(link),
  );

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? document : join(dirname(document), path);
  if (!existsSync(join(ROOT, target))) return false;
  if (anchor === undefined) return true;
  return anchorsIn(readFileSync(join(ROOT, target), 'utf8')).includes(anchor);
}

/** As GitHub makes them. */
const anchorsIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
