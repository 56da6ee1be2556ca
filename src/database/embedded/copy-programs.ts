import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The name of the copy of the programs. Each version of the package has its own, so that programs
 * never change under a running server.
 */
export async function copyName(directory: string): Promise<string> {
  const manifest = await readFile(join(directory, '..', 'package.json'), 'utf8');
  const version = /"version": "([\w.+-]+)"/.exec(manifest)?.[1];
  if (version === undefined) throw new Error('the package of PostgreSQL does not tell its version');
  return `postgresql-${version}`;
}

/** Copies programs so that everyone may read them, whatever umask npm wrote the original with. */
export async function copyForAll(from: string, to: string): Promise<void> {
  await mkdir(to);
  await chmod(to, 0o755);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await copyForAll(source, target);
    } else if (entry.isSymbolicLink()) {
      await symlink(await readlink(source), target);
    } else {
      await copyFile(source, target, constants.COPYFILE_FICLONE);
      await chmod(target, 0o755);
    }
  }
}
