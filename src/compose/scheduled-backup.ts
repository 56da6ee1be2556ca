import { join } from 'node:path';
import { openBackupFolder } from '../adapters/backup-folder.ts';
import { type BackupTurn, withBackupTurn } from '../adapters/postgres/backup/scratch.ts';
import { createBackupRunStore } from '../adapters/postgres/operations/backup-run-store.ts';
import { runQuietly } from '../adapters/quiet-program.ts';
import { bytesToHex } from '../base/hex.ts';
import { MAX_BACKUP_RUNS, type VerifiedBackup } from '../operations/backup-run-store.ts';
import type { AppContext } from './app-context.ts';
import { backupEnding, writeBackup } from './backup.ts';
import { readBackupKey } from './backup-key.ts';
import type { Storage } from './open-storage.ts';
import { verifyBackup } from './verify-backup.ts';

type BackupContext = AppContext & { readonly storage: Storage };

export const backupFolderOf = ({ config, dataFolder }: AppContext): string =>
  config.backup.folder ?? join(dataFolder.path, 'backups');

/**
 * Writes one backup into the folder, verifies it, notes it, and removes those that are too many.
 * One that cannot be verified stays as the newest `unverified-…`, and pushes none out.
 */
export async function makeScheduledBackup(context: BackupContext): Promise<VerifiedBackup> {
  const { storage } = context;
  return await withBackupTurn(storage, (turn) => makeInTurn(context, turn));
}

async function makeInTurn(context: BackupContext, turn: BackupTurn): Promise<VerifiedBackup> {
  const { config, storage } = context;
  const folder = await openBackupFolder(backupFolderOf(context));
  const key = await readBackupKey(config.backup.keyFile);
  const name = newName(context);
  await folder.sweepPartial();
  const path = folder.pathOfUnverified(name);
  const { takenAt, sha256 } = await writeBackup(context, path, true);
  await folder.sweepUnverified(name);
  const verified = await verifyBackup(context, turn, path, key);
  const backup = {
    ...(await folder.accept(name)),
    takenAt: new Date(takenAt),
    sha256,
    isSealed: key !== null,
    verified,
  };
  const runs = createBackupRunStore(storage.database);
  await runs.noteVerified(backup);
  await runs.sweepRuns(MAX_BACKUP_RUNS);
  await folder.prune(config.backup.keep, backup.file);
  return backup;
}

/** Sorts by time; the digits behind it keep two of the same moment apart. */
function newName({ clock, random, config }: AppContext): string {
  const time = clock.now().toISOString().replaceAll(/[-:.]/g, '');
  return `${time}-${bytesToHex(random.bytes(3))}.${backupEnding(config.backup)}`;
}

/** The program is started by path, never imported: source and built files have the same layout. */
export const runScheduledBackup = (signal: AbortSignal): Promise<void> => {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return runQuietly(new URL(`../backup-main.${ending}`, import.meta.url), signal);
};
