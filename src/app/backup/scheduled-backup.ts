import { join } from 'node:path';
import { backupEnding } from '../../backups/backup.ts';
import { MAX_BACKUP_RUNS, type VerifiedBackup } from '../../backups/backup-run-store.ts';
import type { BackupScheduleStore } from '../../backups/backup-schedule.ts';
import { openBackupFolder } from '../../backups/io/backup-folder.ts';
import { createBackupRunStore } from '../../backups/sql/backup-run-store.ts';
import { createBackupScheduleStore } from '../../backups/sql/backup-schedule-store.ts';
import { type BackupTurn, pruneScratches, withBackupTurn } from '../../backups/sql/scratch.ts';
import { bytesToHex } from '../../base/hex.ts';
import type { Log } from '../../base/log.ts';
import { runAtLowPriority } from '../../system/low-priority-child.ts';
import type { AppContext, OpenContext } from '../context/app-context.ts';
import type { Storage } from '../context/open-storage.ts';
import { writeBackup } from './backup.ts';
import { readBackupKey } from './backup-key.ts';
import { verifyBackup } from './verify-backup.ts';

export const backupFolderOf = ({ config, dataFolder }: AppContext): string =>
  config.backup.folder ?? join(dataFolder.path, 'backups');

/**
 * Writes a backup into the folder of backups, verifies it, notes it in the database, and removes
 * the oldest ones beyond the configured number. A backup that cannot be verified is kept as the
 * only file `unverified-…` and does not count toward that number. Null if another program is making
 * a backup right now, which is no failure.
 */
export async function makeScheduledBackup(
  context: OpenContext,
  timeoutMs?: number,
): Promise<VerifiedBackup | null> {
  const { storage } = context;
  return await withBackupTurn(storage, (turn) => makeInTurn(context, turn), timeoutMs);
}

async function makeInTurn(context: OpenContext, turn: BackupTurn): Promise<VerifiedBackup> {
  const { config, storage } = context;
  const folder = await openBackupFolder(backupFolderOf(context), turn.mark);
  const key = await readBackupKey(config.backup.keyFile);
  const name = newName(context, turn);
  await folder.prunePartial();
  const path = folder.pathOfUnverified(name);
  const { takenAt, sha256 } = await writeBackup(context, path, true);
  await folder.pruneUnverified(name);
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
  await runs.pruneRuns(MAX_BACKUP_RUNS);
  const listed = (await runs.listRuns(MAX_BACKUP_RUNS)).flatMap((run) =>
    run.kind === 'verified' ? [run.backup.file] : [],
  );
  const schedules = createBackupScheduleStore(storage.database, config.backup);
  const { keep } = await schedules.readSchedule();
  await folder.prune(keep, backup.file, listed);
  return backup;
}

/**
 * Makes a file name that sorts by time and names the service. Random digits tell two backups of the
 * same moment apart.
 */
function newName({ clock, random, config }: AppContext, { mark }: BackupTurn): string {
  const time = clock.now().toISOString().replaceAll(/[-:.]/g, '');
  return `${time}-${mark}-${bytesToHex(random.bytes(3))}.${backupEnding(config.backup)}`;
}

/**
 * Prepares scheduled backups before any job runs, because jobs read the schedule from the database,
 * into which the settings are written here.
 */
export async function prepareBackups(
  { log }: Pick<AppContext, 'log'>,
  storage: Storage,
  schedules: BackupScheduleStore,
): Promise<void> {
  await schedules.applySchedule();
  const { everySec } = await schedules.readSchedule();
  if (everySec === null) await pruneOldCopies(log, storage);
}

/**
 * Drops copies of the database that programs left behind when they were killed while they verified
 * a backup. Each backup drops such copies too, so this is only for services without scheduled
 * backups.
 */
async function pruneOldCopies(log: Log, storage: Storage): Promise<void> {
  await pruneScratches(storage).catch((error: unknown) => {
    log.warn({ error }, 'copies that backups left behind were not dropped');
  });
}

/**
 * Runs the program that makes a backup in a process of its own. It is named by its path, because
 * importing it would load its code into this process. Source files and built files have the same
 * layout, so the path fits both.
 */
export const runScheduledBackup = (signal: AbortSignal): Promise<void> => {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return runAtLowPriority(new URL(`../../backup-main.${ending}`, import.meta.url), signal);
};
