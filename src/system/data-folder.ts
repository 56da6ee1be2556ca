import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesToHex } from '../base/hex.ts';
import type { Random } from '../base/random.ts';

/** The folder of one installation, with everything that it must keep. */
export interface DataFolder {
  readonly path: string;
  /**
   * Reads a file that only we may read. Created when absent; if two processes create it at the same
   * time, both get the same text.
   */
  readOrCreate(name: string, makeText: () => string): Promise<string>;
  /** Replaces the text of a file atomically: it never has half of it. */
  replace(name: string, text: string): Promise<void>;
}

export async function openDataFolder(path: string, random: Random): Promise<DataFolder> {
  // When we run as root, the database below runs under another account, which must get through the
  // folder but not read it.
  await mkdir(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  return dataFolderAt(path, random);
}

/** Opens a data folder that may not exist, and is not created. */
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
    async replace(name, text) {
      const draft = draftOf(name);
      await writeFile(draft, text, { mode: 0o600, flush: true });
      await rename(draft, join(path, name));
    },
  };
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
