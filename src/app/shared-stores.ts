import { createArchiveStore } from '../account-closure/sql/archive-store.ts';
import { createClosingStore } from '../account-closure/sql/closing-store.ts';
import { createAccountStores } from '../accounts/sql/account-stores.ts';
import { createActivityStore } from '../activity/sql/activity-store.ts';
import { createGaugeStore } from '../admin/gauges/sql/gauge-store.ts';
import { createAlarmListStore } from '../alarms/sql/alarm-store.ts';
import { createAskingSpenderStore } from '../approvals/sql/asking-spender-store.ts';
import { createPaidPayees } from '../approvals/sql/paid-payees.ts';
import { createNwcKeyStore } from '../apps/nwc-keys/sql/nwc-key-store.ts';
import type { UserLimits } from '../authorization/user-limits.ts';
import { createJobListStore } from '../background/sql/job-store.ts';
import type { FixedSchedule } from '../backups/backup-schedule.ts';
import { createBackupRunStore } from '../backups/sql/backup-run-store.ts';
import { createBackupScheduleStore } from '../backups/sql/backup-schedule-store.ts';
import { createChannelOrderStore } from '../channel-orders/sql/channel-order-store.ts';
import { createContactStore } from '../contacts/sql/contact-store.ts';
import type { Database } from '../database/db.ts';
import { createRateStore } from '../fiat/sql/rate-store.ts';
import { createWalletStore } from '../ledger/sql/wallet-store.ts';
import { createLockdownStore } from '../lockdown/sql/lockdown-store.ts';
import { createRequestStore } from '../money-requests/sql/request-store.ts';
import { createOperatorStopStore } from '../node/sql/payment-stop-store.ts';
import { createNoticeInboxStore } from '../notifications/sql/notice-inbox-store.ts';
import { createOutflowStore } from '../outflow/sql/outflow-store.ts';
import { createCheckpointStore } from '../proof/sql/checkpoint-store.ts';
import { createUnclaimedStore } from '../receipts/sql/unclaimed-store.ts';
import { createStatementStore } from '../statements/sql/statement-store.ts';
import { createDeliveryStore } from '../webhooks/sql/delivery-store.ts';

export interface SharedStoresOptions {
  /** Limits for users who have none of their own. If omitted, their money is unlimited. */
  readonly userLimits?: UserLimits;
  /** The schedule of backups, as far as the settings determine it. */
  readonly backup: FixedSchedule;
}

export type SharedStores = ReturnType<typeof createSharedStores>;

/**
 * Creates the stores that several parts use: pages, jobs, operators and commands. Stores that only
 * one feature uses are made by the `create…` function of that feature.
 */
export const createSharedStores = (
  database: Database,
  { userLimits, backup }: SharedStoresOptions,
) => ({
  accountStores: createAccountStores(database),
  activity: createActivityStore(database),
  alarmList: createAlarmListStore(database),
  archives: createArchiveStore(database),
  askingSpenders: createAskingSpenderStore(database),
  backupRuns: createBackupRunStore(database),
  backupSchedules: createBackupScheduleStore(database, backup),
  channelOrders: createChannelOrderStore(database),
  closings: createClosingStore(database),
  contacts: createContactStore(database),
  deliveries: createDeliveryStore(database),
  gauges: createGaugeStore(database),
  jobList: createJobListStore(database),
  lockdowns: createLockdownStore(database),
  noticeInboxes: createNoticeInboxStore(database, userLimits),
  nwcKeys: createNwcKeyStore(database),
  paidPayees: createPaidPayees(database),
  operatorStops: createOperatorStopStore(database),
  outflow: createOutflowStore(database),
  proofs: createCheckpointStore(database),
  rateStore: createRateStore(database),
  requests: createRequestStore(database),
  statements: createStatementStore(database),
  unclaimed: createUnclaimedStore(database),
  wallets: createWalletStore(database, userLimits),
});
