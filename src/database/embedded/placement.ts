import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesToHex } from '../../base/hex.ts';
import type { Random } from '../../base/random.ts';
import type { Binaries } from './binaries.ts';
import { copyForAll, copyName } from './copy-programs.ts';
import { canPass, canRun } from './reach.ts';
import type { ServerAccount } from './server-account.ts';

/**
 * The folder for databases of a service that root has started. Their server runs under another
 * account, which may not enter a private home directory, so the files are here, in folders that
 * only root may change.
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

/** Makes a folder below the system folder for the database installation with this id. */
export async function makeSystemFolder(id: string): Promise<string> {
  const folder = join(SYSTEM_FOLDER, id);
  await mkdir(folder, { recursive: true });
  await chmod(SYSTEM_FOLDER, 0o755);
  await chmod(folder, 0o711);
  return folder;
}

/**
 * Finds a place from which the server's account can run PostgreSQL's programs: the installation by
 * npm, or else a copy.
 */
export async function placeBinaries(
  binaries: Binaries,
  account: ServerAccount | null,
  random: Random,
): Promise<Binaries> {
  if (account === null || (await canRun(binaries.postgres, account))) return binaries;
  const directory = join(SYSTEM_FOLDER, await copyName(binaries.directory));
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
