import type { BackupSchedule } from './backup-schedule.ts';

/** The number of runs that are remembered. */
export const MAX_BACKUP_RUNS = 1000;
/** The number of runs that the command lists. */
export const MAX_LISTED_BACKUPS = 100;

/** The kind of the jobs that make backups. */
export const MAKE_BACKUP_JOB = 'make-backup';

/**
 * The proof of a backup: a copy of it was restored, whose books balance or have only findings that
 * the live books have too, or it was read with its checksums.
 */
export type BackupProof = 'restored' | 'restored_with_findings' | 'checksums';

/** A backup that the schedule or a command made, and that was found whole. */
export interface VerifiedBackup {
  /** The name within the folder of scheduled backups, or the whole path of one made by command. */
  readonly file: string;
  /** The time of the database state that the backup holds. */
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

/** The state of backups, by the clock of the database. */
export interface BackupStatus {
  /** The newest verified backup; null before the first one. */
  readonly newest: VerifiedBackup | null;
  /**
   * Seconds since the state that the newest backup holds. Before there is one, since the first run;
   * before any has ended, since a job waits to make one; else null.
   */
  readonly ageSec: number | null;
  /** The failure of the last run; null if it did not fail. */
  readonly failure: { readonly error: string; readonly endedAt: Date } | null;
}

/** Port: runs of the schedule and their ends. The files themselves lie in a folder. */
export interface BackupRunStore {
  noteVerified(backup: VerifiedBackup): Promise<void>;
  noteFailed(failed: FailedBackup): Promise<void>;
  /** Lists runs, newest first. */
  listRuns(limit: number): Promise<readonly BackupRun[]>;
  readStatus(): Promise<BackupStatus>;
  /** Whether money moved more than a day ago. */
  hasOldMoney(): Promise<boolean>;
  /** Removes all but this many of the newest runs; the newest that was verified stays. */
  pruneRuns(keep: number): Promise<void>;
}

/** The schedule, and the state of its backups. */
export interface BackupReport extends Pick<BackupSchedule, 'everySec'> {
  /** Whether money is play money: on the simulated network nothing is lost with the database. */
  readonly isPlayMoney: boolean;
  readonly status: BackupStatus;
}

/** Whether real money has no backup that this service knows of. */
export const isMissing = ({ isPlayMoney, status }: BackupReport): boolean =>
  !isPlayMoney && status.newest === null;

/** Whether backups are late. Without a schedule nothing is due, and nothing can be late. */
export const isLate = ({ everySec, status }: BackupReport): boolean =>
  everySec !== null && isOverdue(status, everySec);

/** Whether the newest backup is older than twice the interval: one run may fail, or take long. */
export const isOverdue = ({ ageSec }: BackupStatus, everySec: number): boolean =>
  ageSec !== null && ageSec > 2 * everySec;
