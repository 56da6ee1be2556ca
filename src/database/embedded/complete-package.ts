import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { copyForAll, copyName } from './copy-programs.ts';
import { makeLibraryLinks } from './library-links.ts';

/**
 * Finds a folder with bin/ and lib/ that has all symbolic links of the libraries. This is the
 * package that npm installed, in which missing links are made. If they cannot be made, as in a
 * package that belongs to another account, a complete copy is made below `home`.
 */
export async function completePackage(directory: string, home: string | null): Promise<string> {
  try {
    await makeLibraryLinks(directory);
    return directory;
  } catch (error) {
    if (home === null) throw error;
    return await copyComplete(directory, home);
  }
}

async function copyComplete(directory: string, home: string): Promise<string> {
  const copy = join(home, await copyName(directory));
  const name = basename(directory);
  if (!existsSync(copy)) {
    const draft = await mkdtemp(`${copy}.new-`);
    await copyForAll(directory, join(draft, name));
    await copyFile(join(directory, '..', 'package.json'), join(draft, 'package.json'));
    await makeLibraryLinks(join(draft, name));
    // If another process has made the same copy meanwhile, its copy is used.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  }
  return join(copy, name);
}
