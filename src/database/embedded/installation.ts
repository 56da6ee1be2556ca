import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { bytesToHex } from '../../base/hex.ts';
import type { Random } from '../../base/random.ts';
import { findFreePort } from '../../system/free-port.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { createCluster, type Passwords } from './cluster.ts';
import { choosePlace, makeSystemFolder, type Place, placeBinaries } from './placement.ts';
import { chooseServerAccount, requireName, type ServerAccount } from './server-account.ts';

/** The part of the data folder that the embedded database uses. */
export interface InstallationFolder {
  readonly path: string;
  readOrCreate(name: string, makeText: () => string): Promise<string>;
}

/** An embedded database whose files exist, so that a server can be started on them. */
export interface PostgresInstallation {
  readonly binaries: Binaries;
  readonly account: ServerAccount | null;
  readonly directory: string;
  readonly logFile: string;
  /**
   * The port on which the server prefers to listen. If another program uses it, the server takes
   * another one.
   */
  readonly port: number;
  readonly passwords: Passwords;
}

/** Finds the database of a data folder, or creates it. */
export async function prepareInstallation(
  folder: InstallationFolder,
  random: Random,
): Promise<PostgresInstallation> {
  const { id, place, port, passwords } = await readRecord(folder, random);
  const parent = place === 'data-folder' ? folder.path : await makeSystemFolder(id);
  const directory = join(parent, 'postgres');
  const account = await chooseServerAccount(existsSync(directory) ? directory : null);
  const binaries = await placeBinaries(await findBinaries(folder.path), account, random);
  const logFile = join(folder.path, 'postgres.log');
  const installation = { binaries, account, directory, logFile, port, passwords };
  if (!existsSync(directory)) await createFiles(installation, random);
  return installation;
}

async function createFiles(installation: PostgresInstallation, random: Random): Promise<void> {
  requireName(installation.account);
  try {
    await createCluster({ ...installation, isDurable: true, random });
  } catch (error) {
    // Another process has created the database at the same time and was faster; its files are used.
    if (!existsSync(installation.directory)) throw error;
  }
}

/**
 * What is stored about a database besides its own files, such as its passwords. It is written once
 * and never changes.
 */
interface InstallationRecord {
  readonly id: string;
  readonly place: Place;
  readonly port: number;
  readonly passwords: Passwords;
}

const RECORD_FILE = 'postgres.env';

/** Whether a database was ever made for this data folder. */
export const hasInstallation = async (folder: string): Promise<boolean> =>
  existsSync(join(folder, RECORD_FILE));

async function readRecord(folder: InstallationFolder, random: Random): Promise<InstallationRecord> {
  const place = await choosePlace(folder.path, await chooseServerAccount(null));
  const port = await findFreePort(random);
  const secret = (): string => bytesToHex(random.bytes(16));
  const text = await folder.readOrCreate(RECORD_FILE, () =>
    [
      `ID=${bytesToHex(random.bytes(8))}`,
      `PLACE=${place}`,
      `PORT=${port}`,
      `SUPERUSER_PASSWORD=${secret()}`,
      `OWNER_PASSWORD=${secret()}`,
      `SERVICE_PASSWORD=${secret()}`,
      '',
    ].join('\n'),
  );
  return parseRecord(text);
}

function parseRecord(text: string): InstallationRecord {
  const values = parseEnv(text);
  const read = (name: string): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`${RECORD_FILE} in the data folder lacks ${name}`);
    return value;
  };
  return {
    id: read('ID'),
    place: read('PLACE') === 'system-folder' ? 'system-folder' : 'data-folder',
    port: Number(read('PORT')),
    passwords: {
      superuser: read('SUPERUSER_PASSWORD'),
      owner: read('OWNER_PASSWORD'),
      service: read('SERVICE_PASSWORD'),
    },
  };
}
