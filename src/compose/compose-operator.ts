import type { Database } from '../adapters/postgres/connection/db.ts';
import { createGaugeStore } from '../adapters/postgres/operations/gauge-store.ts';
import { createCheckpointStore } from '../adapters/postgres/proof/checkpoint-store.ts';
import { createDeliveryStore } from '../adapters/postgres/webhooks/delivery-store.ts';
import type { OperatorPort } from '../http/pages/page-ports.ts';
import { readNodeReport } from '../usecases/operations/read-node-report.ts';
import { readOverview } from '../usecases/operations/read-overview.ts';
import type { ServiceParts } from './compose-service-parts.ts';

export interface OperatorOptions {
  readonly parts: ServiceParts;
  readonly database: Database;
}

/** What pages show to operators. */
export function composeOperator(
  { parts, database }: OperatorOptions,
  version: string,
): OperatorPort {
  const deps = {
    ...parts,
    gauges: createGaugeStore(database),
    deliveries: createDeliveryStore(database),
    proofs: createCheckpointStore(database),
    // Those that someone makes by the command are not written down.
    findBackup: async () => null,
    versions: { satchel: version, nodejs: process.versions.node },
  };
  return {
    readOverview: () => readOverview(deps),
    readNode: () => readNodeReport(parts),
    listAlarms: (limit) => parts.alarms.listAlarms(limit),
  };
}
