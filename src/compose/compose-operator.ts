import { readOwnVersion } from '../adapters/own-version.ts';
import type { Database } from '../adapters/postgres/connection/db.ts';
import { createGaugeStore } from '../adapters/postgres/operations/gauge-store.ts';
import { createCheckpointStore } from '../adapters/postgres/proof/checkpoint-store.ts';
import { createDeliveryStore } from '../adapters/postgres/webhooks/delivery-store.ts';
import type { OperatorPort } from '../http/pages/page-ports.ts';
import { readNodeReport } from '../usecases/operations/read-node-report.ts';
import { readOverview } from '../usecases/operations/read-overview.ts';
import type { ServiceParts } from './compose-service-parts.ts';

/** What operators are shown and told in numbers, beside the parts of the service. */
export async function composeInstallation(database: Database) {
  return {
    gauges: createGaugeStore(database),
    deliveries: createDeliveryStore(database),
    proofs: createCheckpointStore(database),
    // Those that someone makes by the command are not written down.
    findBackup: async (): Promise<Date | null> => null,
    versions: { satchel: await readOwnVersion(), nodejs: process.versions.node },
  };
}

export type Installation = Awaited<ReturnType<typeof composeInstallation>>;

/** What pages show to operators. */
export function composeOperator(parts: ServiceParts, installation: Installation): OperatorPort {
  const deps = { ...parts, ...installation };
  return {
    readOverview: () => readOverview(deps),
    readNode: () => readNodeReport(parts),
    listAlarms: (limit) => parts.alarms.listAlarms(limit),
  };
}
