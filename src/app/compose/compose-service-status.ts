import type { ServiceStatus } from '../../activity/home/service-status.ts';
import { cacheFor } from '../../base/cache-for.ts';
import { KEEP_NODE_SAID_MS, KEEP_PROOF_TIME_MS } from '../../base/proof-limits.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/db.ts';
import { readNodeSaid } from '../../proof/read-node-said.ts';
import { createCheckpointStore } from '../../proof/sql/checkpoint-store.ts';
import type { ServiceParts } from './compose-service-parts.ts';

/** However many people look, the node and the database are asked once in a while. */
export function composeServiceStatus(
  parts: Pick<ServiceParts, 'clock' | 'lightning' | 'gate'>,
  database: Database,
  { publishesNode }: Pick<Config, 'publishesNode'>,
): ServiceStatus {
  const { clock, gate } = parts;
  const proofs = createCheckpointStore(database);
  return {
    proofMadeAt: cacheFor(clock, KEEP_PROOF_TIME_MS, async () => {
      const newest = await proofs.findNewest();
      return newest?.checkpoint.time ?? null;
    }),
    isCoverLost: () => gate.isCoverLost(),
    readNodeSaid: publishesNode
      ? cacheFor(clock, KEEP_NODE_SAID_MS, () => readNodeSaid(parts))
      : null,
  };
}
