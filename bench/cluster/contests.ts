import type { Contest } from '../contest.ts';
import { payInternally } from '../contests/internal.ts';
import { type ClusterStage, MOST_PROCESSES } from './cluster-stage.ts';

/**
 * Numbers of callers. These contests measure what standbys cost and what further processes gain,
 * for which no ratio was promised.
 */
const BOUTS = [16, 64].map((callers) => ({ callers, atLeast: null }));

export const CLUSTER_CONTESTS: readonly Contest<ClusterStage>[] = [1, 2, MOST_PROCESSES].map(
  (processes) => ({
    name: `cluster-${processes}`,
    work: `internal payments, cluster, ${processes} api`,
    yardstick: 'one process, no standby',
    bouts: BOUTS,
    open: async ({ alone, beside, payers, payees, callersOf }) => ({
      ours: payInternally({ beside, http: callersOf(processes) }, payers, payees),
      yardstick: payInternally(alone, alone.payers, alone.payees),
      close: async () => undefined,
    }),
  }),
);
