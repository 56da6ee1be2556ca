import { cacheFor } from '../base/cache-for.ts';
import type { Clock } from '../base/clock.ts';
import type { Config } from '../config/config.ts';
import type { SolvencyStop } from '../node/check-solvency.ts';
import type { CheckpointStore } from '../proof/checkpoint-store.ts';
import { type NodeSaidDeps, readNodeHoldings } from '../proof/read-node-holdings.ts';
import type { Page } from '../web/pages/page.ts';
import { KEEP_NODE_SAID_MS, KEEP_PROOF_TIME_MS } from './limits.ts';
import { activityPages } from './pages/activity.ts';
import type { ActivityPageDeps } from './pages/activity-page-deps.ts';
import { activityRecordPages } from './pages/activity-record.ts';
import { homePages } from './pages/home.ts';
import { morePages } from './pages/more.ts';
import type { ServiceStatus } from './service-status.ts';

/** Pages about the history of a wallet, and the start page, which leads to everything else. */
export const ACTIVITY_PAGES: readonly Page<ActivityPageDeps>[] = [
  ...homePages,
  ...activityPages,
  ...activityRecordPages,
  ...morePages,
];

export interface ServiceStatusDeps extends NodeSaidDeps {
  readonly solvencyStop: Pick<SolvencyStop, 'isCoverLost'>;
  readonly proofs: Pick<CheckpointStore, 'findNewest'>;
  readonly clock: Clock;
}

/**
 * Creates the status of the service for pages. Its answers are kept for some seconds, so that the
 * number of people who look does not decide how often node and database are asked.
 */
export function createServiceStatus(
  parts: ServiceStatusDeps,
  { publishesNode }: Pick<Config, 'publishesNode'>,
): ServiceStatus {
  const { clock, solvencyStop, proofs } = parts;
  return {
    proofMadeAt: cacheFor(clock, KEEP_PROOF_TIME_MS, async () => {
      const newest = await proofs.findNewest();
      return newest?.checkpoint.time ?? null;
    }),
    isCoverLost: () => solvencyStop.isCoverLost(),
    readNodeHoldings: publishesNode
      ? cacheFor(clock, KEEP_NODE_SAID_MS, () => readNodeHoldings(parts))
      : null,
  };
}
