import { NO_LIMITS, type UserLimits } from '../access/user-limits.ts';
import { createPeopleStore } from '../adapters/postgres/accounts/people-store.ts';
import { createPersonAccessStore } from '../adapters/postgres/accounts/person-access-store.ts';
import type { Database } from '../adapters/postgres/connection/db.ts';
import { createOpenPaymentsStore } from '../adapters/postgres/money/open-payments-store.ts';
import { createUnclaimedStore } from '../adapters/postgres/money/unclaimed-store.ts';
import { createUserLimitStore } from '../adapters/postgres/money/user-limit-store.ts';
import { createAlarmListStore } from '../adapters/postgres/operations/alarm-store.ts';
import { createBackupRunStore } from '../adapters/postgres/operations/backup-run-store.ts';
import { createJobListStore, createJobStore } from '../adapters/postgres/operations/job-store.ts';
import {
  createBooksFindingsStore,
  createOutsideStopStore,
} from '../adapters/postgres/operations/outside-stop-store.ts';
import { createTableSizeStore } from '../adapters/postgres/operations/table-size-store.ts';
import { createBacklogStore } from '../adapters/postgres/webhooks/backlog-store.ts';
import type { Config } from '../config/config.ts';
import type { OversightPort } from '../http/pages/operate/oversight-port.ts';

export interface BackupSettings {
  readonly backup: Pick<Config['backup'], 'everySec'>;
  readonly lightning: Pick<Config['lightning'], 'kind'>;
}

type OversightSettings = Pick<Config, 'settings'> &
  BackupSettings & {
    readonly userLimits?: UserLimits;
  };

/** How backups stand beside what the settings ask for. */
export function backupsReader(database: Database, { backup, lightning }: BackupSettings) {
  const runs = createBackupRunStore(database);
  const isPlayMoney = lightning.kind === 'simulated';
  const { everySec } = backup;
  return async () => ({ everySec, isPlayMoney, standing: await runs.readStanding() });
}

/** What admins see of the service in lists. */
export const composeOversight = (
  database: Database,
  { settings, backup, lightning, userLimits = NO_LIMITS }: OversightSettings,
): OversightPort => ({
  alarmList: createAlarmListStore(database),
  openPayments: createOpenPaymentsStore(database),
  unclaimed: createUnclaimedStore(database),
  people: createPeopleStore(database),
  personAccess: createPersonAccessStore(database),
  userLimits: createUserLimitStore(database, userLimits),
  jobs: createJobStore(database),
  jobList: createJobListStore(database),
  books: createOutsideStopStore(database),
  booksFindings: createBooksFindingsStore(database),
  backupRuns: createBackupRunStore(database),
  readBackups: backupsReader(database, { backup, lightning }),
  tableSizes: createTableSizeStore(database),
  backlog: createBacklogStore(database),
  settings,
});
