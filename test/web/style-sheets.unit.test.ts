import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { STYLE_SHEETS } from '../../src/app/pages/style-sheets.ts';
import { findFiles } from '../../tools/tests/find-files.ts';
import { FEATURES, featureOf } from '../../tools/tidy/features.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const paths = Object.values(STYLE_SHEETS)
  .flat()
  .map((path) => `src/${path}`);

describe('style sheets', () => {
  test('are joined from every file of rules once, in the order of features', () => {
    assert.deepEqual([...paths].sort(), findFiles('src/**/*.css', ROOT));
    const places = paths
      .filter((path) => path !== 'src/web/styles/print.css')
      .map((path) => FEATURES.indexOf(featureOf(path) ?? ''));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  });

  test('hide on paper after all else, so that no rule of a feature shows it again', () => {
    assert.equal(STYLE_SHEETS['satchel.css']?.at(-1), 'web/styles/print.css');
  });

  for (const path of paths) {
    test(`${path} has rules only for what is in the pages of its feature`, () => {
      const feature = featureOf(path);
      const sources =
        feature === 'web' ? ['src/**/*.{ts,js}'] : [`src/{web,${feature}}/**/*.{ts,js}`];
      const source = findFiles(sources, ROOT)
        .filter((file) => !file.startsWith('src/i18n/messages/'))
        .map((file) => read(file))
        .join('\n');
      assert.deepEqual(
        classesOf(read(path)).filter((name) => !isNamedIn(source, name)),
        [],
      );
    });
  }
});

const classesOf = (rules: string): readonly string[] => [
  ...new Set(
    [...rules.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\.([a-z][\w-]*)/g)].map(
      ([, name]) => name ?? '',
    ),
  ),
];

/** A page writes a class as a whole, or its first word before an expression, as in `key-${look}`. */
function isNamedIn(source: string, name: string): boolean {
  const first = `${name.split('-')[0]}-\${`;
  return new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(source) || source.includes(first);
}
