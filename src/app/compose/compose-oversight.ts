import { NO_LIMITS, type UserLimits } from '../../access/user-limits.ts';
import { createAlarmListStore } from '../../alarms/sql/alarm-store.ts';
import { createJobListStore, createJobStore } from '../../background/sql/job-store.ts';
import { createBackupRunStore } from '../../backups/sql/backup-run-store.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/db.ts';
import { createTableSizeStore } from '../../database/sql/table-size-store.ts';
import { createUserLimitStore } from '../../ledger/sql/user-limit-store.ts';
import {
  createBooksFindingsStore,
  createPaymentHaltStore,
} from '../../node/sql/payment-halt-store.ts';
import type { OversightPort } from '../../operate/pages/oversight-port.ts';
import { createUserAccessStore } from '../../operate/users/sql/user-access-store.ts';
import { createUserListStore } from '../../operate/users/sql/user-list-store.ts';
import { createOpenPaymentsStore } from '../../payments/sql/open-payments-store.ts';
import { createUnclaimedStore } from '../../receipts/sql/unclaimed-store.ts';
import { createBacklogStore } from '../../webhooks/sql/backlog-store.ts';

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
  people: createUserListStore(database),
  userAccess: createUserAccessStore(database),
  userLimits: createUserLimitStore(database, userLimits),
  jobs: createJobStore(database),
  jobList: createJobListStore(database),
  books: createPaymentHaltStore(database),
  booksFindings: createBooksFindingsStore(database),
  backupRuns: createBackupRunStore(database),
  readBackups: backupsReader(database, { backup, lightning }),
  tableSizes: createTableSizeStore(database),
  backlog: createBacklogStore(database),
  settings,
});
