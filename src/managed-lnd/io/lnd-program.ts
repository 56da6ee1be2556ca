/** Finds the LND program and its version. */

import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parseVersion } from '../lnd-versions.ts';
import { ManagedNodeError } from '../managed-node-error.ts';

export interface LndProgram {
  readonly file: string;
  readonly version: string;
}

const VERSION_TIMEOUT_MS = 30_000;

/** Finds the LND program: the configured one, else `lnd` in the data folder, else `lnd` in PATH. */
export async function findLndProgram(
  configured: string | null,
  dataDir: string,
): Promise<LndProgram> {
  const file = configured === null ? await usualFile(dataDir) : resolve(configured);
  return { file, version: await askVersion(file) };
}

/** The path of an LND program in the data folder. */
export const programInDataFolder = (dataDir: string): string => join(dataDir, 'lnd');

async function usualFile(dataDir: string): Promise<string> {
  const file = programInDataFolder(dataDir);
  const isThere = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  return isThere ? file : 'lnd';
}

async function askVersion(file: string): Promise<string> {
  const version = parseVersion(await print(file));
  if (version !== null) return version;
  throw new ManagedNodeError(`the program ${file} is not LND: it does not tell a version of it`);
}

async function print(file: string): Promise<string> {
  try {
    const options = { timeout: VERSION_TIMEOUT_MS, cwd: '/' };
    return (await promisify(execFile)(file, ['--version'], options)).stdout;
  } catch (cause) {
    const isAbsent = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
    throw new ManagedNodeError(
      isAbsent
        ? `there is no program ${file}: put LND into the data folder or PATH, or name it in ` +
            'SATCHEL_LND_PROGRAM'
        : `the program ${file} cannot be run`,
      { cause },
    );
  }
}
