import { createOpenAlarmStore } from '../alarms/sql/open-alarm-store.ts';
import type { BackupRunStore } from '../backups/backup-run-store.ts';
import type { BackupScheduleStore } from '../backups/backup-schedule.ts';
import { cacheFor } from '../base/cache-for.ts';
import { HOUR_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import { type Config, usesPlayMoney } from '../config/config.ts';
import { authUrlOf } from '../config/public-urls.ts';
import type { Database } from '../database/db.ts';
import { createTableSizeStore } from '../database/sql/table-size-store.ts';
import { createBooksFindingsStore } from '../node/sql/payment-stop-store.ts';
import { type ReadHotExcessDeps, readHotExcess } from '../node/watch-ceiling.ts';
import { createOpenPaymentsStore } from '../payments/sql/open-payments-store.ts';
import { readOwnVersion } from '../system/own-version.ts';
import type { Page } from '../web/pages/page.ts';
import { createBacklogStore } from '../webhooks/sql/backlog-store.ts';
import { isPublicAddress } from './first-steps.ts';
import {
  GAUGE_EVERY_SEC,
  GAUGE_POINTS,
  KEEP_GAUGES_DAYS,
  KEEP_HISTORY_MS,
  KEEP_OVERVIEW_MS,
} from './gauges/gauge-limits.ts';
import { type PruneGaugesDeps, pruneGauges } from './gauges/prune-gauges.ts';
import { operateAlarmPages } from './pages/alarms.ts';
import { backupActionPages } from './pages/backup-actions.ts';
import { operateBookPages } from './pages/books.ts';
import { channelOrderPages } from './pages/channel-orders.ts';
import { firstStepsActionPages } from './pages/first-steps-actions.ts';
import { fundNodePages } from './pages/fund-node.ts';
import { operateJobPages } from './pages/jobs.ts';
import { listActionPages } from './pages/list-actions.ts';
import { lockdownActionPages } from './pages/lockdown-actions.ts';
import { operateLogPages } from './pages/log.ts';
import { adminNodePages } from './pages/node.ts';
import { nodeActionPages } from './pages/node-actions.ts';
import type { OperatorPageDeps, OperatorPort } from './pages/operator-page-deps.ts';
import type { OperatorStores } from './pages/operator-stores.ts';
import { outflowActionPages } from './pages/outflow-actions.ts';
import { outflowLimitPages } from './pages/outflow-limits.ts';
import { overviewPages } from './pages/overview.ts';
import { paymentActionPages } from './pages/payment-actions.ts';
import { operatePaymentPages } from './pages/payments.ts';
import { safetyPages } from './pages/safety.ts';
import { senderActionPages } from './pages/sender-actions.ts';
import { serviceActionPages } from './pages/service-actions.ts';
import { operateSettingPages } from './pages/settings.ts';
import { operateUnclaimedPages } from './pages/unclaimed.ts';
import { adminUserPages } from './pages/user.ts';
import { adminUsersPages } from './pages/users.ts';
import { operateWebhookPages } from './pages/webhook-health.ts';
import { withdrawalActionPages } from './pages/withdrawal-actions.ts';
import { readNodeReport } from './read-node-report.ts';
import { countOpenAlarms, type OverviewDeps, readOverview } from './read-overview.ts';
import { type SampleGaugesDeps, sampleGauges } from './sample-gauges.ts';
import { createFirstSatStore } from './sql/first-sat-store.ts';
import { createFirstStepStore } from './sql/first-step-store.ts';
import { createUserAccessStore } from './sql/user-access-store.ts';
import { createUserListStore } from './sql/user-list-store.ts';

/** Pages on which operators only read. The navigation to them is in src/web/pages/nav-items.ts. */
export const READING_PAGES: readonly Page<OperatorPageDeps>[] = [
  ...overviewPages,
  ...adminNodePages,
  ...fundNodePages,
  ...channelOrderPages,
  ...operatePaymentPages,
  ...operateAlarmPages,
  ...safetyPages,
  ...operateUnclaimedPages,
  ...operateWebhookPages,
  ...operateJobPages,
  ...operateBookPages,
  ...operateSettingPages,
  ...operateLogPages,
];

/** Pages on which operators change something. */
export const ACTION_PAGES: readonly Page<OperatorPageDeps>[] = [
  ...paymentActionPages,
  ...withdrawalActionPages,
  ...listActionPages,
  ...serviceActionPages,
  ...outflowActionPages,
  ...outflowLimitPages,
  ...senderActionPages,
  ...lockdownActionPages,
  ...backupActionPages,
  ...firstStepsActionPages,
  ...nodeActionPages,
];

export const OPERATOR_PAGES: readonly Page<OperatorPageDeps>[] = [
  ...adminUsersPages,
  ...adminUserPages,
  ...READING_PAGES,
  ...ACTION_PAGES,
];

export const operatorJobs = (deps: SampleGaugesDeps & PruneGaugesDeps): Jobs => ({
  'sample-gauges': { work: () => sampleGauges(deps), everySec: GAUGE_EVERY_SEC },
  'sweep-gauges': { work: (_, signal) => pruneGauges(deps, signal), everySec: HOUR_SEC },
});

/**
 * Creates the parts that tell about the whole installation on the operators' pages: open alarms,
 * backups and versions.
 */
export async function createInstallation(
  database: Database,
  stores: BackupStores,
  settings: NodeSetting,
) {
  return {
    openAlarms: createOpenAlarmStore(database),
    readBackups: backupsReader(stores, settings),
    versions: { satchel: await readOwnVersion(), nodejs: process.versions.node },
  };
}

export type InstallationParts = Awaited<ReturnType<typeof createInstallation>>;

/** Creates the port through which the operators' pages read the state of the service. */
export function createOperatorPort(
  parts: Omit<OverviewDeps, keyof InstallationParts> &
    Pick<OperatorPort, 'management' | 'channelBackupFile'> &
    ReadHotExcessDeps,
  installation: InstallationParts,
): OperatorPort {
  const { clock } = parts;
  const { gauges } = parts;
  const readHistory = () => gauges.listWorst(KEEP_GAUGES_DAYS, GAUGE_POINTS);
  const recentHistory = cacheFor(clock, KEEP_HISTORY_MS, readHistory);
  // An empty chart is not kept for a while as others are, but read again each time, so that the
  // first samples of a new service show at once. Reading an empty chart is cheap.
  const listWorst = async () => {
    const recent = await recentHistory();
    return recent.samples.length === 0 ? await readHistory() : recent;
  };
  const deps = { ...parts, ...installation, gauges: { ...gauges, listWorst } };
  return {
    readOverview: cacheFor(clock, KEEP_OVERVIEW_MS, () => readOverview(deps)),
    readNode: () => readNodeReport(parts),
    readHotExcess: async () => {
      const excess = await readHotExcess(parts);
      return excess === 'unknown' ? null : excess;
    },
    management: parts.management,
    channelBackupFile: parts.channelBackupFile,
    countOpenAlarms: () => countOpenAlarms(installation),
  };
}

/** Which kind of node the service has. A simulated node means play money. */
export interface NodeSetting {
  readonly lightning: Pick<Config['lightning'], 'kind'>;
}

interface BackupStores {
  readonly backupRuns: Pick<BackupRunStore, 'readStatus'>;
  readonly backupSchedules: Pick<BackupScheduleStore, 'readSchedule'>;
}

export type OversightStores = BackupStores &
  Pick<
    OperatorStores,
    'alarmList' | 'unclaimed' | 'userLimits' | 'jobs' | 'jobList' | 'backupRuns'
  > & { readonly stops: OperatorStores['books'] };

export interface OversightSettings
  extends NodeSetting,
    Pick<Config, 'settings' | 'backup' | 'authUrl' | 'baseUrl' | 'host' | 'port' | 'smtpUrl'> {
  readonly rates?: Pick<Config['rates'], 'sources'>;
}

/** Makes the function that reads how recent the backups are, and their schedule. */
const backupsReader =
  ({ backupRuns, backupSchedules }: BackupStores, { lightning }: NodeSetting) =>
  async () => ({
    everySec: (await backupSchedules.readSchedule()).everySec,
    isPlayMoney: usesPlayMoney(lightning),
    status: await backupRuns.readStatus(),
  });

/** Creates the stores of the lists on the operators' pages. */
export const createOperatorStores = (
  database: Database,
  stores: OversightStores,
  { settings, backup, lightning, rates, ...config }: OversightSettings,
): OperatorStores => ({
  ...stores,
  openPayments: createOpenPaymentsStore(database),
  people: createUserListStore(database),
  userAccess: createUserAccessStore(database),
  books: stores.stops,
  booksFindings: createBooksFindingsStore(database),
  readBackups: backupsReader(stores, { lightning }),
  backupPlace: { folder: backup.folder, isSealed: backup.keyFile !== null },
  firstSteps: createFirstStepStore(database),
  firstSat: createFirstSatStore(database),
  setUp: {
    hasPublicAddress: isPublicAddress(authUrlOf(config)),
    isPlayMoney: usesPlayMoney(lightning),
    hasMail: config.smtpUrl !== null,
    hasRates: (rates?.sources ?? []).length > 0,
  },
  tableSizes: createTableSizeStore(database),
  backlog: createBacklogStore(database),
  settings,
});
