import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFiles } from '../../tools/tests/find-files.ts';

/** The path of the repository, with a slash at its end. */
export const ROOT = new URL('../..', import.meta.url).pathname;

/**
 * Finds the tests that a table names as `path` title, in which an ellipsis stands for the rest of a
 * long title.
 */
export function findNamedTests(proof: string): readonly string[] {
  const path = /^`([^`]+)` /.exec(proof)?.[1] ?? '';
  if (!existsSync(join(ROOT, path))) return [];
  return titlesIn(path).filter((title) => isOf(proof, path, title));
}

function isOf(proof: string, path: string, title: string): boolean {
  if (!proof.startsWith(`\`${path}\` `)) return false;
  const named = proof.slice(path.length + 3);
  return named.endsWith('…') ? title.startsWith(named.slice(0, -1)) : named === title;
}

const titlesIn = (path: string): readonly string[] =>
  Array.from(
    readFileSync(join(ROOT, path), 'utf8').matchAll(/\b(?:test|it|describe)\(\s*(['"`])(.*?)\1,/g),
    ([, , title = '']) => title,
  );

/** The titles of all tests of this repository. */
export const allTitles = (): readonly string[] => findFiles('test/**/*.ts', ROOT).flatMap(titlesIn);
