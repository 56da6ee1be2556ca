/** The jobs that make backups on schedule and watch over them. */

import { HOUR_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import { usesPlayMoney } from '../config/config.ts';
import type { Context } from '../config/context.ts';
import type { Database } from '../database/db.ts';
import { MAKE_BACKUP_JOB } from './backup-run-store.ts';
import {
  type CheckForBackupDeps,
  checkForBackup,
  type MakeBackupsDeps,
  makeBackups,
  type WatchBackupsDeps,
  watchBackups,
} from './make-backups.ts';
import { createBackupRunStore } from './sql/backup-run-store.ts';

export type BackupJobDeps = MakeBackupsDeps & WatchBackupsDeps & CheckForBackupDeps;

/** Without a schedule, only a look whether real money was ever backed up. */
export const backupJobs = (
  deps: BackupJobDeps,
  { everySec, isPlayMoney }: { readonly everySec: number | null; readonly isPlayMoney: boolean },
): Jobs => ({
  ...(isPlayMoney
    ? {}
    : { 'look-for-backup': { work: () => checkForBackup(deps), everySec: HOUR_SEC } }),
  ...(everySec === null ? {} : scheduledBackups(deps, everySec)),
});

const scheduledBackups = (deps: BackupJobDeps, everySec: number): Jobs => ({
  [MAKE_BACKUP_JOB]: { work: (_, signal) => makeBackups(deps, signal), everySec },
  'watch-backups': {
    work: () => watchBackups(deps, everySec),
    everySec: Math.min(everySec, HOUR_SEC),
  },
});

export const createBackupJobs = (
  { config }: Pick<Context, 'config'>,
  deps: Omit<BackupJobDeps, 'backupRuns'>,
  database: Database,
): Jobs =>
  backupJobs(
    { ...deps, backupRuns: createBackupRunStore(database) },
    { everySec: config.backup.everySec, isPlayMoney: usesPlayMoney(config.lightning) },
  );
