import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bytesToHex } from '../base/hex.ts';
import type { Random } from '../base/random.ts';
import { syncFolder } from './sync-folder.ts';

/** The folder of one installation, with everything that must be kept. */
export interface DataFolder {
  readonly path: string;
  /**
   * Reads a file that only our account may read, and creates it when it is absent. If two processes
   * create it at the same time, both get the same text.
   */
  readOrCreate(name: string, makeText: () => string): Promise<string>;
  /** Reads the text of a file; null when there is none. */
  read(name: string): Promise<string | null>;
  /**
   * Replaces a file as a whole: it is never half written, and once this has returned, not even a
   * power cut undoes it.
   */
  replace(name: string, content: string | Uint8Array): Promise<void>;
}

export async function openDataFolder(path: string, random: Random): Promise<DataFolder> {
  // When we run as root, the database in this folder runs under another account, which must get
  // through the folder but not read it.
  await mkdir(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  return dataFolderAt(path, random);
}

/** Opens a data folder, which may not exist and is not created. */
export function dataFolderAt(path: string, random: Random): DataFolder {
  const draftOf = (name: string) => join(path, `.${name}.${bytesToHex(random.bytes(6))}`);
  return {
    path,
    async readOrCreate(name, makeText) {
      const file = join(path, name);
      const present = await readOrNull(file);
      if (present !== null) return present;
      const draft = draftOf(name);
      try {
        await writeFile(draft, makeText(), { mode: 0o600, flush: true });
        await link(draft, file).catch(ignoreExisting);
      } finally {
        await rm(draft, { force: true });
      }
      return await readFile(file, 'utf8');
    },
    read: (name) => readOrNull(join(path, name)),
    replace: (name, content) => writePrivately(join(path, name), content),
  };
}

let draftsCount = 0;

/**
 * Replaces a file that only our account may read. The file has the old or the new content at any
 * time, and once this has returned, the new one even after a power cut.
 */
export async function writePrivately(file: string, content: string | Uint8Array): Promise<void> {
  draftsCount += 1;
  const draft = `${file}.${process.pid}.${draftsCount}.new`;
  try {
    await writeFile(draft, content, { mode: 0o600, flush: true });
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  await syncFolder(dirname(file));
}

/** Reads the text of a file; null when there is none. */
export async function readOrNull(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function ignoreExisting(error: unknown): void {
  if (!hasCode(error, 'EEXIST')) throw error;
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
