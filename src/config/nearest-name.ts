import { assert } from '../base/assert.ts';

/**
 * The known name that differs from the given one in the fewest letters, to suggest it for a
 * misspelt name.
 */
export function nearestName(name: string, known: readonly string[]): string {
  let best: { name: string; distance: number } | null = null;
  for (const candidate of known) {
    const distance = editDistance(name, candidate);
    if (best === null || distance < best.distance) best = { name: candidate, distance };
  }
  assert(best !== null, 'there are known names');
  return best.name;
}

/**
 * The number of letters to insert, remove or replace in order to turn one name into another
 * (Levenshtein distance), computed row by row.
 */
function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
