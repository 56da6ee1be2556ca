import type { BackupSchedule } from './backup-schedule.ts';

/** The most runs of scheduled backups that the database remembers. */
export const MAX_BACKUP_RUNS = 1000;
/** The most backups that the command `backup list` shows. */
export const MAX_LISTED_BACKUPS = 100;

/** The kind of job that makes backups. */
export const MAKE_BACKUP_JOB = 'make-backup';

/**
 * How a backup was checked. `restored`: a copy was restored from it, and the books of the copy
 * balance. `restored_with_findings`: the check of that copy found only what is wrong in the live
 * books too. `checksums`: the file was read, and its checksums are right.
 */
export type BackupProof = 'restored' | 'restored_with_findings' | 'checksums';

/** A backup that the schedule or a command made, and that passed its check. */
export interface VerifiedBackup {
  /**
   * The file's name within the folder of scheduled backups; the whole path for a backup made by
   * command.
   */
  readonly file: string;
  /** The time of the data that the backup holds. */
  readonly takenAt: Date;
  readonly bytes: number;
  readonly sha256: string;
  readonly isSealed: boolean;
  readonly verified: BackupProof;
}

export interface FailedBackup {
  readonly error: string;
}

export type BackupRun = { readonly endedAt: Date } & (
  | { readonly kind: 'verified'; readonly backup: VerifiedBackup }
  | { readonly kind: 'failed'; readonly error: string }
);

/**
 * The state of the backups: the newest one, its age and the last failure. Times are those of the
 * database's clock.
 */
export interface BackupStatus {
  /** The newest verified backup; null before the first one. */
  readonly newest: VerifiedBackup | null;
  /**
   * Seconds since the time of the data in the newest backup. Without a backup, seconds since the
   * first run ended, or else since a job began to wait to make one. Null if there was neither.
   */
  readonly ageSec: number | null;
  /** How the last run failed; null if it did not fail. */
  readonly failure: { readonly error: string; readonly endedAt: Date } | null;
}

/** Port: runs of scheduled backups and how they ended. The files themselves lie in a folder. */
export interface BackupRunStore {
  noteVerified(backup: VerifiedBackup): Promise<void>;
  noteFailed(failed: FailedBackup): Promise<void>;
  /** Lists runs of scheduled backups, newest first. */
  listRuns(limit: number): Promise<readonly BackupRun[]>;
  readStatus(): Promise<BackupStatus>;
  /** Whether any money moved more than a day ago, so that a backup would be missed. */
  hasOldMoney(): Promise<boolean>;
  /** Removes all but the newest runs; the newest one with a verified backup stays. */
  pruneRuns(keep: number): Promise<void>;
}

/** The schedule of backups, and what has become of them. */
export interface BackupReport extends Pick<BackupSchedule, 'everySec'> {
  /** Whether the service runs on the simulated network, whose play money is worth nothing. */
  readonly isPlayMoney: boolean;
  readonly status: BackupStatus;
}

/** Whether the service holds real money but knows of no backup. */
export const isMissing = ({ isPlayMoney, status }: BackupReport): boolean =>
  !isPlayMoney && status.newest === null;

/** Whether the newest backup is overdue. Only a service with a schedule of backups can be late. */
export const isLate = ({ everySec, status }: BackupReport): boolean =>
  everySec !== null && isOverdue(status, everySec);

/** Whether the newest backup is older than twice the interval: one run may fail, or take long. */
export const isOverdue = ({ ageSec }: BackupStatus, everySec: number): boolean =>
  ageSec !== null && ageSec > 2 * everySec;
