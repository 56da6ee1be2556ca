import { constants, existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { join } from 'node:path';
import { bytesToHex } from '../../base/hex.ts';
import type { Random } from '../../base/random.ts';
import type { Binaries } from './binaries.ts';
import { canPass, canRun } from './reach.ts';
import type { ServerAccount } from './server-account.ts';

/**
 * As root, the server runs under another account, which cannot enter a private home directory. What
 * it needs is then kept here, in folders that only root may change.
 */
export const SYSTEM_FOLDER = '/var/lib/satchel';

/** Where the files of a database are: below the data folder, or below the system folder. */
export type Place = 'data-folder' | 'system-folder';

export async function choosePlace(
  dataFolder: string,
  account: ServerAccount | null,
): Promise<Place> {
  const isReachable = account === null || (await canPass(dataFolder, account));
  return isReachable ? 'data-folder' : 'system-folder';
}

/** For the files of the installation with this id. */
export async function makeSystemFolder(id: string): Promise<string> {
  const folder = join(SYSTEM_FOLDER, id);
  await mkdir(folder, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o755);
  await chmod(folder, 0o711);
  return folder;
}

/** The programs, in a place where the account can run them: npm's installation, or a copy. */
export async function placeBinaries(
  binaries: Binaries,
  account: ServerAccount | null,
  random: Random,
): Promise<Binaries> {
  if (account === null || (await canRun(binaries.postgres, account))) return binaries;
  const directory = join(SYSTEM_FOLDER, await copyName(binaries));
  if (!existsSync(directory)) {
    const draft = `${directory}.new-${bytesToHex(random.bytes(6))}`;
    await mkdir(SYSTEM_FOLDER, { recursive: true });
    await chmod(SYSTEM_FOLDER, 0o755);
    await copyForAll(binaries.directory, draft);
    await rename(draft, directory).catch(() => rm(draft, { recursive: true }));
  }
  return {
    directory,
    initdb: join(directory, 'bin', 'initdb'),
    postgres: join(directory, 'bin', 'postgres'),
  };
}

/** Each version of the package has its own copy; programs never change under a running server. */
async function copyName(binaries: Binaries): Promise<string> {
  const manifest = await readFile(join(binaries.directory, '..', 'package.json'), 'utf8');
  const version = /"version": "([\w.+-]+)"/.exec(manifest)?.[1];
  if (version === undefined) throw new Error('the package of PostgreSQL does not tell its version');
  return `postgresql-${version}`;
}

/** A copy that everyone may read, whatever umask npm wrote the original with. */
async function copyForAll(from: string, to: string): Promise<void> {
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
