/** The jobs that make backups on schedule and watch over them. */

import { HOUR_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import { usesPlayMoney } from '../config/config.ts';
import type { Context } from '../config/context.ts';
import { MAKE_BACKUP_JOB } from './backup-run-store.ts';
import {
  type CheckForBackupDeps,
  checkForBackup,
  type MakeBackupsDeps,
  makeBackups,
  type WatchBackupsDeps,
  watchBackups,
} from './make-backups.ts';

export type BackupJobDeps = MakeBackupsDeps & WatchBackupsDeps & CheckForBackupDeps;

export const backupJobs = (deps: BackupJobDeps, { everySec, isPlayMoney }: JobSettings): Jobs => ({
  [MAKE_BACKUP_JOB]: {
    work: (_, signal) => makeBackups(deps, signal),
    ...(everySec !== null && { everySec }),
  },
  'watch-backups': {
    work: () => watchBackups(deps),
    everySec: Math.min(everySec ?? HOUR_SEC, HOUR_SEC),
  },
  ...(isPlayMoney
    ? {}
    : { 'look-for-backup': { work: () => checkForBackup(deps), everySec: HOUR_SEC } }),
});

interface JobSettings {
  /**
   * The interval that the settings fix; null if operators choose the interval on a page, which
   * stores it in the database.
   */
  readonly everySec: number | null;
  readonly isPlayMoney: boolean;
}

export const createBackupJobs = ({ config }: Pick<Context, 'config'>, deps: BackupJobDeps): Jobs =>
  backupJobs(deps, {
    everySec: config.backup.everySec,
    isPlayMoney: usesPlayMoney(config.lightning),
  });
