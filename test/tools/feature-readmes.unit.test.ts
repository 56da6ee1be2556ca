import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readmePath, renderReadmes, withoutNeighbours } from '../../tools/readme-neighbours.ts';
import { FEATURES } from '../../tools/tidy/features.ts';
import { readSourceFiles } from '../../tools/tidy/source-files.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const MAX_LINES = 40;
const TOP_FOLDERS = /^(bench|bin|docs|locales|migrations|sql|src|test|tools)\//;
const CONSTANT = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;

const sources = readSourceFiles(ROOT).filter(({ path }) => path.startsWith('src/'));
/** Names of settings stand in strings, all other constants where they are declared. */
const constants = new Set(
  sources.flatMap(({ codeAndStrings }) => [
    ...Array.from(codeAndStrings.matchAll(/\bconst ([A-Z][A-Z0-9_]+)\b/g), ([, name]) => name),
    ...Array.from(codeAndStrings.matchAll(/'(SATCHEL_[A-Z0-9_]+)'/g), ([, name]) => name),
  ]),
);

const readmes = renderReadmes(ROOT);

for (const feature of FEATURES) {
  const path = readmePath(feature);

  describe(path, () => {
    const text = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : '';
    const quoted = Array.from(text.matchAll(/`([^`\n]+)`/g), ([, inside = '']) => inside);

    it('is there, and short enough to be read', () => {
      assert.notEqual(text, '');
      assert.ok(withoutNeighbours(text).trimEnd().split('\n').length <= MAX_LINES);
    });

    it('ends with its neighbours as "npm run generate" names them', () => {
      assert.ok(text === readmes.get(path), `${path} is stale: run "npm run generate"`);
    });

    it('names only files and folders that exist, from the root of the repository', () => {
      const paths = quoted.filter((name) => TOP_FOLDERS.test(name));
      const links = Array.from(text.matchAll(/\]\(([^)#]+)/g), ([, to = '']) => to).filter(
        (to) => !to.includes('://'),
      );
      assert.ok(paths.length > 0);
      assert.deepEqual(
        [
          ...paths.filter((name) => !existsSync(join(ROOT, name))),
          ...links.filter((to) => !existsSync(join(ROOT, 'src', feature, to))),
        ],
        [],
      );
    });

    it('names only constants and settings that exist', () => {
      const names = quoted.filter((name) => CONSTANT.test(name));
      assert.deepEqual(
        names.filter((name) => !constants.has(name)),
        [],
      );
    });
  });
}
