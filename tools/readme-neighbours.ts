/**
 * Renders the two lines at the end of a feature's README that name the features it uses and the
 * features that use it.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FEATURES, featureOf } from './tidy/features.ts';
import { type ImportGraph, readImportGraph } from './tidy/import-graph.ts';
import { readSourceFiles } from './tidy/source-files.ts';

const MAX_COLUMNS = 120;
/** The most features that are named, because no one would read a longer list. */
const MAX_NAMES = 12;

export const readmePath = (feature: string): string => `src/${feature}/README.md`;

/** Renders the README of each feature with these two lines, according to the present imports. */
export function renderReadmes(root: string): ReadonlyMap<string, string> {
  const graph = readImportGraph(readSourceFiles(root));
  return new Map(
    FEATURES.map((feature) => {
      const path = readmePath(feature);
      const own = withoutNeighbours(readFileSync(join(root, path), 'utf8'));
      return [path, `${own}\n${renderNeighbours(graph, feature)}`];
    }),
  );
}

/** A README without the generated lines at its end. */
export const withoutNeighbours = (readme: string): string => readme.replace(/\nUses: [\s\S]*$/, '');

function renderNeighbours({ imports }: ImportGraph, feature: string): string {
  const arrows = imports
    .filter(({ isOurs }) => isOurs)
    .map(({ from, to }) => [featureOf(from), featureOf(to)] as const)
    .filter(([from, to]) => from !== to);
  const uses = new Set(arrows.flatMap(([from, to]) => (from === feature ? [to] : [])));
  const usedBy = new Set(arrows.flatMap(([from, to]) => (to === feature ? [from] : [])));
  return `${wrap(`Uses: ${listOf(uses)}`)}\\\n${wrap(`Used by: ${listOf(usedBy)}`)}\n`;
}

function listOf(features: ReadonlySet<string | null>): string {
  const names = FEATURES.filter((feature) => features.has(feature));
  if (names.length === 0) return 'nothing';
  if (names.length > MAX_NAMES) return `${names.length} features`;
  return names.map((name) => `\`${name}\``).join(', ');
}

function wrap(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    // One column is kept free for the backslash that marks a line break.
    if (longer.length < MAX_COLUMNS) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}
