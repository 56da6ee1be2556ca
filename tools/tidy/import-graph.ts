import { posix } from 'node:path';
import { lineAt } from './finding.ts';
import type { SourceFile } from './source-files.ts';

export interface Import {
  readonly from: string;
  readonly line: number;
  /** Path of a file of ours, or the name of a module. */
  readonly to: string;
  readonly isOurs: boolean;
}

/** Who imports what, types included; also who names another file by URL, to start it. */
export interface ImportGraph {
  readonly paths: readonly string[];
  readonly imports: readonly Import[];
}

const SPECIFIERS = [
  /\b(?:from|import) '([^']+)'/g,
  /\bimport\(\s*'([^']+)'/g,
  /\bnew URL\(\s*'([^']+\.(?:ts|js))'\s*,\s*import\.meta\.url/g,
];

export function readImportGraph(files: readonly SourceFile[]): ImportGraph {
  return { paths: files.map((file) => file.path), imports: files.flatMap(readImports) };
}

function readImports({ path, codeAndStrings }: SourceFile): readonly Import[] {
  return SPECIFIERS.flatMap((pattern) =>
    [...codeAndStrings.matchAll(pattern)].map((match) => {
      const specifier = match[1] ?? '';
      const isOurs = specifier.startsWith('.');
      const to = isOurs ? posix.join(posix.dirname(path), specifier) : specifier;
      return { from: path, line: lineAt(codeAndStrings, match.index), to, isOurs };
    }),
  );
}
