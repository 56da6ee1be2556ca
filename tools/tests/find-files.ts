import { globSync } from 'node:fs';

/** Sorted paths of files in a folder, without installed packages, which test/ contains as well. */
export const findFiles = (pattern: string | readonly string[], folder = '.'): readonly string[] =>
  globSync(typeof pattern === 'string' ? pattern : [...pattern], {
    cwd: folder,
    exclude: ['**/node_modules'],
  }).sort();
