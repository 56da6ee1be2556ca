import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../system/sync-folder.ts';

/**
 * Prefixes of the names of backup files. A backup gets the first one only after it was verified.
 */
const VERIFIED = 'scheduled-';
const UNVERIFIED = 'unverified-';
/** The ending of a file's name while backup-file.ts is still writing it. */
const PARTIAL = '.partial';

/**
 * The folder of scheduled backups. A file is written as `unverified-…`, and renamed to
 * `scheduled-…` once it is verified. Names sort by time and contain a mark of the database that was
 * backed up; files with other names, or of other databases, are left alone.
 */
export interface BackupFolder {
  /** The path at which a backup of this name is written. */
  pathOfUnverified(name: string): string;
  /** Renames a verified backup, and returns its final name and its size. */
  accept(name: string): Promise<{ readonly file: string; readonly bytes: number }>;
  /** Removes files that were not written to their end. */
  prunePartial(): Promise<void>;
  /** Removes all unverified backups except the one with the given name. */
  pruneUnverified(keptName: string): Promise<void>;
  /**
   * Removes all verified backups but the newest `keep`, of which `newest` is always one. A file
   * with an old name, which has no mark of its database, is removed only if `listed` contains it.
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

/**
 * Reads the mark of the database from a name `scheduled-TIME-MARK-DIGITS.…`; null for a name of an
 * older version, which has none.
 */
const markOf = (name: string): string | null =>
  /^[a-z]+-\w+-([0-9a-f]{8})-[0-9a-f]{6}\./.exec(name)?.[1] ?? null;
