import { posix } from 'node:path';
import { type Finding, lineAt } from './finding.ts';
import type { SourceFile } from './source-files.ts';

const MAX_LINES = 300;
const MAX_COLUMNS = 100;
/** Directly in one folder of src/: with more, it holds several subjects. */
const MAX_FILES = 40;
/** One file for each operation of the API, named by its path. */
const UNBOUNDED: readonly string[] = ['src/http/routes'];

/** Functions and their parameters are counted by Biome (biome.json). */
export function findUnfitSizes(files: readonly SourceFile[]): readonly Finding[] {
  return [
    ...files.flatMap((file) => [...findLongFile(file), ...findWideLines(file)]),
    ...findFullFolders(files),
  ];
}

function findFullFolders(files: readonly SourceFile[]): readonly Finding[] {
  const folders = Map.groupBy(files, ({ path }) => posix.dirname(path));
  return [...folders].flatMap(([folder, { length, 0: first }]) => {
    const isFree = !folder.startsWith('src/') || UNBOUNDED.includes(folder);
    if (isFree || length <= MAX_FILES || first === undefined) return [];
    const message = `${folder} has ${length} files, at most ${MAX_FILES} are allowed`;
    return [{ path: first.path, line: 1, message }];
  });
}

function findLongFile({ path, text }: SourceFile): readonly Finding[] {
  const lines = lineAt(text, text.length) - 1;
  const message = `the file has ${lines} lines, at most ${MAX_LINES} are allowed`;
  return lines > MAX_LINES ? [{ path, line: MAX_LINES, message }] : [];
}

function findWideLines({ path, text }: SourceFile): readonly Finding[] {
  if (path.startsWith('test/')) return [];
  return text.split('\n').flatMap((line, index) => {
    const message = `the line has ${line.length} columns, at most ${MAX_COLUMNS} are allowed`;
    return line.length > MAX_COLUMNS ? [{ path, line: index + 1, message }] : [];
  });
}
