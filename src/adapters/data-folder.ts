import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesToHex } from '../base/hex.ts';
import type { Random } from '../base/random.ts';

/** The folder of one installation: what it must keep lies there. */
export interface DataFolder {
  readonly path: string;
  /**
   * Text of a file that only we may read. When it is absent it is made; of two processes that make
   * it at once both get the text of one.
   */
  readOrCreate(name: string, makeText: () => string): Promise<string>;
  /** Puts a new text in place of the old one, never half of it. */
  replace(name: string, text: string): Promise<void>;
}

export async function openDataFolder(path: string, random: Random): Promise<DataFolder> {
  // As root another account runs the database below it and must be able to pass, not to look.
  await mkdir(path, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
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

async function readOrNull(file: string): Promise<string | null> {
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
