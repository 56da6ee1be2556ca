import { type Finding, lineAt } from './finding.ts';
import type { SourceFile } from './source-files.ts';

const MAX_LINES = 600;
const MAX_COLUMNS = 100;
/** Generated files, which no one reads from top to bottom: `npm run generate` writes them. */
const GENERATED = 'src/i18n/messages/';

/** Functions and their parameters are counted by Biome (biome.json). */
export const findUnfitSizes = (files: readonly SourceFile[]): readonly Finding[] =>
  files.flatMap((file) => [...findLongFile(file), ...findWideLines(file)]);

function findLongFile({ path, text }: SourceFile): readonly Finding[] {
  const lines = lineAt(text, text.length) - 1;
  const message = `the file has ${lines} lines, at most ${MAX_LINES} are allowed`;
  return lines > MAX_LINES && !path.startsWith(GENERATED)
    ? [{ path, line: MAX_LINES, message }]
    : [];
}

/** An import of a single name stays on one line, however long: Biome does not break it. */
function findWideLines({ path, text }: SourceFile): readonly Finding[] {
  if (path.startsWith('test/')) return [];
  return text.split('\n').flatMap((line, index) => {
    const message = `the line has ${line.length} columns, at most ${MAX_COLUMNS} are allowed`;
    return line.length > MAX_COLUMNS && !line.startsWith('import ')
      ? [{ path, line: index + 1, message }]
      : [];
  });
}
