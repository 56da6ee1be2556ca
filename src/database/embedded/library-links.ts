import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

/**
 * Makes the symbolic links of the libraries, in a `directory` with bin/ and lib/. npm packs no
 * links, so the package lists them and makes them when it is installed; where npm ran no scripts,
 * this function makes them.
 */
export async function makeLibraryLinks(directory: string): Promise<void> {
  const root = dirname(directory);
  for (const { source, target } of await readLinks(join(directory, 'pg-symlinks.json'))) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      await symlink(relative(dirname(link), join(root, source)), link);
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

async function readLinks(path: string): Promise<readonly LibraryLink[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
