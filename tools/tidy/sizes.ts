import { type Finding, lineAt } from './finding.ts';
import type { SourceFile } from './source-files.ts';

const MAX_LINES = 600;
const MAX_COLUMNS = 100;
/** The folder of generated files, which no one reads from top to bottom. */
const GENERATED = 'src/i18n/messages/';

/**
 * Finds files that are too long and lines that are too wide. Biome checks functions and their
 * parameters (biome.json).
 */
export const findUnfitSizes = (files: readonly SourceFile[]): readonly Finding[] =>
  files.flatMap((file) => [...findLongFile(file), ...findWideLines(file)]);

function findLongFile({ path, text }: SourceFile): readonly Finding[] {
  const lines = lineAt(text, text.length) - 1;
  const message = `the file has ${lines} lines, at most ${MAX_LINES} are allowed`;
  return lines > MAX_LINES && !path.startsWith(GENERATED)
    ? [{ path, line: MAX_LINES, message }]
    : [];
}

/**
 * Finds lines that are too wide, except for imports of a single name, which Biome does not break.
 */
function findWideLines({ path, text }: SourceFile): readonly Finding[] {
  if (path.startsWith('test/')) return [];
  return text.split('\n').flatMap((line, index) => {
    const message = `the line has ${line.length} columns, at most ${MAX_COLUMNS} are allowed`;
    return line.length > MAX_COLUMNS && !line.startsWith('import ')
      ? [{ path, line: index + 1, message }]
      : [];
  });
}
