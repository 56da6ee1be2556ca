import { createOpenAlarmStore } from '../../alarms/sql/open-alarm-store.ts';
import { cacheFor } from '../../base/cache-for.ts';
import type { Database } from '../../database/db.ts';
import {
  GAUGE_POINTS,
  KEEP_GAUGES_DAYS,
  KEEP_HISTORY_MS,
  KEEP_OVERVIEW_MS,
} from '../../operate/gauges/gauge-limits.ts';
import { createGaugeStore } from '../../operate/gauges/sql/gauge-store.ts';
import type { OperatorPort } from '../../operate/pages/operator-page-deps.ts';
import { readNodeReport } from '../../operate/read-node-report.ts';
import { countOpenAlarms, readOverview } from '../../operate/read-overview.ts';
import { createCheckpointStore } from '../../proof/sql/checkpoint-store.ts';
import { readOwnVersion } from '../../system/own-version.ts';
import { createDeliveryStore } from '../../webhooks/sql/delivery-store.ts';
import { type BackupSettings, backupsReader } from './compose-oversight.ts';
import type { ServiceParts } from './compose-service-parts.ts';

/** What operators are shown and told in numbers, beside the parts of the service. */
export async function composeInstallation(database: Database, settings: BackupSettings) {
  return {
    gauges: createGaugeStore(database),
    deliveries: createDeliveryStore(database),
    proofs: createCheckpointStore(database),
    openAlarms: createOpenAlarmStore(database),
    readBackups: backupsReader(database, settings),
    versions: { satchel: await readOwnVersion(), nodejs: process.versions.node },
  };
}

export type Installation = Awaited<ReturnType<typeof composeInstallation>>;

/** What pages show to operators. */
export function composeOperator(parts: ServiceParts, installation: Installation): OperatorPort {
  const { clock } = parts;
  const readHistory = () => installation.gauges.listWorst(KEEP_GAUGES_DAYS, GAUGE_POINTS);
  const recentHistory = cacheFor(clock, KEEP_HISTORY_MS, readHistory);
  // The first figures show at once; until then there is little to read.
  const listWorst = async () => {
    const recent = await recentHistory();
    return recent.samples.length === 0 ? await readHistory() : recent;
  };
  const deps = { ...parts, ...installation, gauges: { ...installation.gauges, listWorst } };
  return {
    readOverview: cacheFor(clock, KEEP_OVERVIEW_MS, () => readOverview(deps)),
    readNode: () => readNodeReport(parts),
    countOpenAlarms: () => countOpenAlarms(installation),
  };
}
