import { globSync } from 'node:fs';

/** Sorted paths from a folder, without those of installed packages, of which test/ has some too. */
export const findFiles = (pattern: string | readonly string[], folder = '.'): readonly string[] =>
  globSync(typeof pattern === 'string' ? pattern : [...pattern], {
    cwd: folder,
    exclude: ['**/node_modules'],
  }).sort();
