import type { UserLimitStore } from '../../access/user-limits.ts';
import type { PeopleStore } from '../../accounts/people-store.ts';
import type { PersonAccessStore } from '../../accounts/person-access-store.ts';
import type { AlarmListStore } from '../../alarms/alarm-store.ts';
import type { JobListStore, JobStore } from '../../background/job-store.ts';
import type { BackupRunStore, BackupSchedule } from '../../backups/backup-run-store.ts';
import type { Setting } from '../../base/setting.ts';
import type { TableSizeStore } from '../../database/table-size-store.ts';
import type { BooksFindingsStore, OutsideStopStore } from '../../node/outside-stop-store.ts';
import type { OpenPaymentsStore } from '../../payments/stranded-store.ts';
import type { UnclaimedStore } from '../../receipts/unclaimed-store.ts';
import type { BacklogStore } from '../../webhooks/backlog-store.ts';

/** What the pages below /operate read. Only the limits of users are also set there. */
export interface OversightPort {
  readonly alarmList: AlarmListStore;
  readonly openPayments: OpenPaymentsStore;
  readonly unclaimed: Pick<UnclaimedStore, 'listUnclaimedAfter'>;
  readonly people: PeopleStore;
  readonly personAccess: PersonAccessStore;
  readonly userLimits: UserLimitStore;
  readonly jobs: Pick<JobStore, 'readQueue'>;
  readonly jobList: JobListStore;
  readonly books: Pick<OutsideStopStore, 'lastBooksCheck'>;
  readonly booksFindings: BooksFindingsStore;
  readonly backupRuns: Pick<BackupRunStore, 'listRuns'>;
  readonly readBackups: () => Promise<BackupSchedule>;
  readonly tableSizes: TableSizeStore;
  readonly backlog: BacklogStore;
  readonly settings: readonly Setting[];
}
