import type { AlarmListStore } from '../../alarms/alarm-store.ts';
import type { UserLimitStore } from '../../authorization/user-limits.ts';
import type { JobListStore, JobStore } from '../../background/job-store.ts';
import type { BackupReport, BackupRunStore } from '../../backups/backup-run-store.ts';
import type { Setting } from '../../base/setting.ts';
import type { TableSizeStore } from '../../database/table-size-store.ts';
import type { BooksFindingsStore, PaymentStopStore } from '../../node/payment-stop-store.ts';
import type { OpenPaymentsStore } from '../../payments/stuck-store.ts';
import type { UnclaimedStore } from '../../receipts/unclaimed-store.ts';
import type { BacklogStore } from '../../webhooks/backlog-store.ts';
import type { FirstStepStore, SetUp } from '../first-steps.ts';
import type { FirstSatStore } from '../node-steps.ts';
import type { UserAccessStore } from '../user-access-store.ts';
import type { UserListStore } from '../user-list-store.ts';

/** Where the settings say that backups are kept. */
export interface BackupPlace {
  /** The folder of backups; null if they are in the data folder. */
  readonly folder: string | null;
  readonly isSealed: boolean;
}

/**
 * Stores behind the pages below /operate. The pages only read from them, except for the limits of
 * users, which they also set.
 */
export interface OperatorStores {
  readonly alarmList: AlarmListStore;
  readonly openPayments: OpenPaymentsStore;
  readonly unclaimed: Pick<UnclaimedStore, 'listUnclaimedAfter'>;
  readonly people: UserListStore;
  readonly userAccess: UserAccessStore;
  readonly userLimits: UserLimitStore;
  readonly jobs: Pick<JobStore, 'readQueue'>;
  readonly jobList: JobListStore;
  readonly books: Pick<PaymentStopStore, 'lastBooksCheck'>;
  readonly booksFindings: BooksFindingsStore;
  readonly backupRuns: Pick<BackupRunStore, 'listRuns'>;
  readonly readBackups: () => Promise<BackupReport>;
  readonly backupPlace: BackupPlace;
  readonly firstSteps: FirstStepStore;
  readonly firstSat: FirstSatStore;
  readonly setUp: SetUp;
  readonly tableSizes: TableSizeStore;
  readonly backlog: BacklogStore;
  readonly settings: readonly Setting[];
}
