import type { BackupSchedule } from './backup-schedule.ts';

/** Runs that are remembered. */
export const MAX_BACKUP_RUNS = 1000;
/** On the command line. */
export const MAX_LISTED_BACKUPS = 100;

/** The kind of the jobs that make backups. */
export const MAKE_BACKUP_JOB = 'make-backup';

/**
 * How a backup was verified: by restoring a copy of it, whose books balance or have only findings
 * that the live books have too, or by reading it with its checksums.
 */
export type BackupProof = 'restored' | 'restored_with_findings' | 'checksums';

/** A backup that the schedule or a command made, and that was found whole. */
export interface VerifiedBackup {
  /** Name within the folder of scheduled backups, or the whole path of one made by command. */
  readonly file: string;
  /** The time of the database state that it holds. */
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

/** How backups stand, by the clock of the database. */
export interface BackupStatus {
  /** Null before the first one was verified. */
  readonly newest: VerifiedBackup | null;
  /**
   * Since the state that the newest one holds. Before there is one, since the first run; before any
   * has ended, since a job waits to make one; else null.
   */
  readonly ageSec: number | null;
  /** Why the last run failed; null if it did not. */
  readonly failure: { readonly error: string; readonly endedAt: Date } | null;
}

/** Port: what became of the runs of the schedule. The files themselves lie in a folder. */
export interface BackupRunStore {
  noteVerified(backup: VerifiedBackup): Promise<void>;
  noteFailed(failed: FailedBackup): Promise<void>;
  /** Newest first. */
  listRuns(limit: number): Promise<readonly BackupRun[]>;
  readStatus(): Promise<BackupStatus>;
  /** Whether money moved more than a day ago. */
  hasOldMoney(): Promise<boolean>;
  /** Removes all but this many of the newest runs; the newest that was verified stays. */
  pruneRuns(keep: number): Promise<void>;
}

/** The schedule, and what has become of it. */
export interface BackupReport extends Pick<BackupSchedule, 'everySec'> {
  /** On the simulated network nothing is lost with the database. */
  readonly isPlayMoney: boolean;
  readonly status: BackupStatus;
}

/** Real money with no backup that this service knows of. */
export const isMissing = ({ isPlayMoney, status }: BackupReport): boolean =>
  !isPlayMoney && status.newest === null;

/** Without a schedule nothing is due, and nothing can be late. */
export const isLate = ({ everySec, status }: BackupReport): boolean =>
  everySec !== null && isOverdue(status, everySec);

/** Twice the interval: one run may fail, or take long. */
export const isOverdue = ({ ageSec }: BackupStatus, everySec: number): boolean =>
  ageSec !== null && ageSec > 2 * everySec;
