import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFiles } from '../tests/find-files.ts';
import { type MaskedText, maskText } from './mask.ts';

export interface SourceFile extends MaskedText {
  /** The path from the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

const PATTERNS = ['{src,tools,test,bench}/**/*.ts', 'bin/*.js'];

export function readSourceFiles(root: string): readonly SourceFile[] {
  return findFiles(PATTERNS, root).map((path) =>
    toSourceFile(path, readFileSync(join(root, path), 'utf8')),
  );
}

export const toSourceFile = (path: string, text: string): SourceFile => ({
  path,
  text,
  ...maskText(text),
});
