import type { Clock } from '../../base/clock.ts';
import { SHOWN_ALARMS } from '../../base/limits.ts';
import type { AlarmStore, StoredAlarm } from '../../operations/alarm-store.ts';
import { GAUGE_POINTS, KEEP_GAUGES_DAYS, OPEN_ALARM_DAYS } from '../../operations/gauge-limits.ts';
import type {
  GaugeSample,
  GaugeStore,
  Installation,
  NodeGauges,
  WorstSamples,
} from '../../operations/gauge-store.ts';
import type { JobQueue, JobStore } from '../../operations/job-store.ts';
import type { CheckpointStore } from '../../proof/checkpoint-store.ts';
import type { DeliveryBacklog, DeliveryStore } from '../../webhook/delivery-store.ts';
import { type NodeReport, type NodeReportDeps, readNodeReport } from './read-node-report.ts';

export interface OverviewDeps extends NodeReportDeps {
  readonly gauges: Pick<
    GaugeStore,
    'listWorst' | 'findNewest' | 'findNewestOfNode' | 'readInstallation'
  >;
  readonly alarms: Pick<AlarmStore, 'listAlarms'>;
  readonly deliveries: Pick<DeliveryStore, 'readBacklog'>;
  readonly jobs: Pick<JobStore, 'readQueue'>;
  readonly proofs: Pick<CheckpointStore, 'findNewest'>;
  /** When the newest backup was taken that the service knows of. */
  readonly findBackup: () => Promise<Date | null>;
  readonly versions: OwnVersions;
  readonly clock: Clock;
}

export interface OwnVersions {
  readonly satchel: string;
  readonly nodejs: string;
}

/** What operators have to see in one look. */
export interface Overview {
  readonly now: Date;
  readonly report: NodeReport;
  readonly history: WorstSamples;
  readonly newest: GaugeSample | null;
  /** What was last known of the node; null before its first answer to a sample. */
  readonly lastOfNode: (GaugeSample & { readonly node: NodeGauges }) | null;
  /** Those of the last days, newest first: at most SHOWN_ALARMS. */
  readonly alarms: readonly StoredAlarm[];
  readonly webhooks: DeliveryBacklog;
  readonly jobs: JobQueue;
  /** When the newest checkpoint of what is owed was made; null before the first. */
  readonly checkpointAt: Date | null;
  readonly backupAt: Date | null;
  readonly installation: Installation;
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
  const [alarms, webhooks, jobs, checkpoint, backupAt] = await Promise.all([
    deps.alarms.listAlarms(SHOWN_ALARMS),
    deps.deliveries.readBacklog(),
    deps.jobs.readQueue(),
    deps.proofs.findNewest(),
    deps.findBackup(),
  ]);
  const openSince = now.getTime() - OPEN_ALARM_DAYS * DAY_MS;
  return {
    now,
    report,
    history,
    newest,
    lastOfNode,
    alarms: alarms.filter(({ lastAt }) => lastAt.getTime() >= openSince),
    webhooks,
    jobs,
    checkpointAt: checkpoint?.checkpoint.time ?? null,
    backupAt,
    installation,
    versions,
  };
}

const DAY_MS = 86_400_000;
