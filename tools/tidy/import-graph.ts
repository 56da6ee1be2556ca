import { posix } from 'node:path';
import { lineAt } from './finding.ts';
import type { SourceFile } from './source-files.ts';

export interface Import {
  readonly from: string;
  readonly line: number;
  /** The path of an imported file, or the name of a module. */
  readonly to: string;
  readonly isOurs: boolean;
  /** Whether the file is named by its URL, to be started as a program. */
  readonly isStarted: boolean;
}

/**
 * Which files import which, types included, and which ones name another file by its URL to start
 * it.
 */
export interface ImportGraph {
  readonly paths: readonly string[];
  readonly imports: readonly Import[];
}

const IMPORT = /\b(?:(?:from|import) |import\(\s*)'([^']+)'/g;
const START = /\bnew URL\(\s*'(\.[^']+\.(?:ts|js))'\s*,\s*import\.meta\.url/g;

export function readImportGraph(files: readonly SourceFile[]): ImportGraph {
  return {
    paths: files.map((file) => file.path),
    imports: files.flatMap((file) => [
      ...readImports(file, IMPORT, false),
      ...readImports(file, START, true),
    ]),
  };
}

function readImports(
  { path, codeAndStrings }: SourceFile,
  pattern: RegExp,
  isStarted: boolean,
): readonly Import[] {
  return [...codeAndStrings.matchAll(pattern)].map((match) => {
    const specifier = match[1] ?? '';
    const isOurs = specifier.startsWith('.');
    const to = isOurs ? posix.join(posix.dirname(path), specifier) : specifier;
    return { from: path, line: lineAt(codeAndStrings, match.index), to, isOurs, isStarted };
  });
}
