import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from './backup-file.ts';

/** Prefixes of names: a backup bears the first one only after it was verified. */
const VERIFIED = 'scheduled-';
const UNVERIFIED = 'unverified-';
/** The ending of files that are being written: see backup-file.ts. */
const PARTIAL = '.partial';

/**
 * The folder of scheduled backups. A file is written as `unverified-…`, and is called `scheduled-…`
 * once it was found whole; names sort by time, and bear the mark of the database. Files with other
 * names, and those of other databases, are left alone.
 */
export interface BackupFolder {
  /** The path at which the file of this name is written. */
  pathOfUnverified(name: string): string;
  /** Gives the file its final name, and returns that name and its size. */
  accept(name: string): Promise<{ readonly file: string; readonly bytes: number }>;
  /** Removes files whose writing broke off. */
  prunePartial(): Promise<void>;
  /** Removes unverified files other than this one. */
  pruneUnverified(keptName: string): Promise<void>;
  /**
   * Removes all but the newest verified files; `newest` counts as the newest of all. Names without
   * a mark, as they were first, count if they are `listed`.
   */
  prune(keep: number, newest: string, listed: readonly string[]): Promise<void>;
}

export async function openBackupFolder(path: string, mark: string): Promise<BackupFolder> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const remove = async (isRemoved: (unverified: string) => boolean): Promise<void> => {
    for (const name of await readdir(path)) {
      if (name.startsWith(UNVERIFIED) && markOf(name) === mark && isRemoved(name)) {
        await rm(join(path, name));
      }
    }
  };
  return {
    pathOfUnverified: (name) => join(path, `${UNVERIFIED}${name}`),
    accept: async (name) => {
      const file = `${VERIFIED}${name}`;
      await rename(join(path, `${UNVERIFIED}${name}`), join(path, file));
      await syncFolder(path);
      return { file, bytes: (await stat(join(path, file))).size };
    },
    prunePartial: () => remove((name) => name.endsWith(PARTIAL)),
    pruneUnverified: (keptName) => remove((name) => name !== `${UNVERIFIED}${keptName}`),
    prune: async (keep, newest, listed) => {
      const others = (await readdir(path))
        .filter((name) => name.startsWith(VERIFIED) && name !== newest)
        .filter((name) => markOf(name) === mark || (markOf(name) === null && listed.includes(name)))
        .sort();
      const surplus = others.slice(0, Math.max(0, others.length - (keep - 1)));
      for (const name of surplus) await rm(join(path, name), { force: true });
    },
  };
}

/** The mark in `scheduled-TIME-MARK-DIGITS.…`; null for names of the first form, without one. */
const markOf = (name: string): string | null =>
  /^[a-z]+-\w+-([0-9a-f]{8})-[0-9a-f]{6}\./.exec(name)?.[1] ?? null;
