/**
 * `npm run tidy`: checks rules that Biome and the compiler cannot check. Each rule has a file in
 * tools/tidy/ and returns findings; a test runs them all.
 */
import { findAgreements } from './tidy/agreement.ts';
import { findBannedWords } from './tidy/banned-words.ts';
import { findCycles } from './tidy/cycles.ts';
import { findBrokenOrder } from './tidy/feature-order.ts';
import type { Finding } from './tidy/finding.ts';
import { readImportGraph } from './tidy/import-graph.ts';
import { findMisplacedSql, readSqlFiles } from './tidy/schema.ts';
import { findUnfitSizes } from './tidy/sizes.ts';
import { readSourceFiles } from './tidy/source-files.ts';
import { findUnreachable } from './tidy/unreachable.ts';

export function findUntidiness(root: string): readonly Finding[] {
  const files = readSourceFiles(root);
  const graph = readImportGraph(files);
  return [
    ...findUnfitSizes(files),
    ...findBannedWords(files),
    ...findBrokenOrder(graph),
    ...findCycles(graph),
    ...findUnreachable(graph),
    ...findAgreements(root, files),
    ...findMisplacedSql(readSqlFiles(root)),
  ];
}

export const showFinding = ({ path, line, message }: Finding): string =>
  `${path}:${line}: ${message}`;

if (import.meta.main) {
  const findings = findUntidiness(new URL('..', import.meta.url).pathname);
  for (const finding of findings) process.stdout.write(`${showFinding(finding)}\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
}
