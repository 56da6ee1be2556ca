/** Reads everything that the first of the operators' pages shows. */

import type { StoredAlarm } from '../alarms/alarm-store.ts';
import type { OpenAlarmStore } from '../alarms/open-alarm-store.ts';
import type { JobQueue, JobStore } from '../background/job-store.ts';
import type { BackupReport } from '../backups/backup-run-store.ts';
import type { Clock } from '../base/clock.ts';
import { MAX_COUNTED } from '../base/limits.ts';
import type { CheckpointStore } from '../proof/checkpoint-store.ts';
import type { DeliveryBacklog, DeliveryStore } from '../webhooks/delivery-store.ts';
import { GAUGE_POINTS, KEEP_GAUGES_DAYS } from './gauges/gauge-limits.ts';
import type {
  GaugeSample,
  GaugeStore,
  InstallationFacts,
  NodeGauges,
  WorstSamples,
} from './gauges/gauge-store.ts';
import { type NodeReport, type NodeReportDeps, readNodeReport } from './read-node-report.ts';

export interface OverviewDeps extends NodeReportDeps {
  readonly gauges: Pick<
    GaugeStore,
    'listWorst' | 'findNewest' | 'findNewestOfNode' | 'readInstallation'
  >;
  readonly openAlarms: OpenAlarmStore;
  readonly deliveries: Pick<DeliveryStore, 'readBacklog'>;
  readonly jobs: Pick<JobStore, 'readQueue'>;
  readonly proofs: Pick<CheckpointStore, 'findNewest'>;
  readonly readBackups: () => Promise<BackupReport>;
  readonly versions: OwnVersions;
  readonly clock: Clock;
}

export interface OwnVersions {
  readonly satchel: string;
  readonly nodejs: string;
}

/** The facts on the overview, which operators have to see first. */
export interface Overview {
  readonly now: Date;
  readonly report: NodeReport;
  readonly history: WorstSamples;
  readonly newest: GaugeSample | null;
  /** The newest sample of figures for which the node answered; null if there is none. */
  readonly lastOfNode: (GaugeSample & { readonly node: NodeGauges }) | null;
  /** The newest alarms that are still open. */
  readonly alarms: readonly StoredAlarm[];
  /** The number of open alarms, counted up to MAX_COUNTED. */
  readonly openAlarms: number;
  readonly webhooks: DeliveryBacklog;
  readonly jobs: JobQueue;
  /** The time of the newest checkpoint of what users are owed; null before the first. */
  readonly checkpointAt: Date | null;
  readonly backups: BackupReport;
  readonly installation: InstallationFacts;
  readonly versions: OwnVersions;
}

export async function readOverview(deps: OverviewDeps): Promise<Overview> {
  const { gauges, versions } = deps;
  const now = deps.clock.now();
  const [report, history, newest, lastOfNode, installation] = await Promise.all([
    readNodeReport(deps),
    gauges.listWorst(KEEP_GAUGES_DAYS, GAUGE_POINTS),
    gauges.findNewest(),
    gauges.findNewestOfNode(),
    gauges.readInstallation(),
  ]);
  const [alarms, openAlarms, webhooks, jobs, checkpoint, backups] = await Promise.all([
    deps.openAlarms.listNewestOpen(OVERVIEW_ALARMS),
    countOpenAlarms(deps),
    deps.deliveries.readBacklog(),
    deps.jobs.readQueue(),
    deps.proofs.findNewest(),
    deps.readBackups(),
  ]);
  return {
    now,
    report,
    history,
    newest,
    lastOfNode,
    alarms,
    openAlarms,
    webhooks,
    jobs,
    checkpointAt: checkpoint?.checkpoint.time ?? null,
    backups,
    installation,
    versions,
  };
}

const OVERVIEW_ALARMS = 3;

export async function countOpenAlarms({
  openAlarms,
}: Pick<OverviewDeps, 'openAlarms'>): Promise<number> {
  const counts = await openAlarms.countOpenByKind(MAX_COUNTED);
  return [...counts.values()].reduce((all, count) => all + count, 0);
}
