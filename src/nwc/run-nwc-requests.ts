import { prune } from '../background/prune.ts';
import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import type { Clock } from '../base/clock.ts';
import type { NwcExternalStore } from './external-store.ts';
import {
  KEEP_EXTERNAL_END_MS,
  KEEP_NWC_REQUESTS_MS,
  MAX_NWC_TAKEN,
  NWC_LEASE_MS,
  NWC_LOOK_MS,
} from './limits.ts';
import type { NwcRequestStore } from './nwc-request-store.ts';
import type { RequestRunner } from './request-runner.ts';

export interface RunNwcRequestsDeps extends RunPeriodicallyDeps {
  readonly nwcRequests: Pick<NwcRequestStore, 'takeRequests'>;
  readonly runner: Pick<RequestRunner, 'start'>;
}

/**
 * Runs requests whose process has died, and those whose payment has ended meanwhile, until the
 * signal aborts. Any number of processes may do this at the same time.
 */
export async function runNwcRequests(deps: RunNwcRequestsDeps, signal: AbortSignal): Promise<void> {
  const { nwcRequests, runner } = deps;
  const options = { name: 'taking up requests of apps', everyMs: NWC_LOOK_MS };
  await runPeriodically(deps, options, signal, async () => {
    const taken = await nwcRequests.takeRequests(MAX_NWC_TAKEN, NWC_LEASE_MS);
    for (const request of taken) runner.start(request, false);
  });
}

export interface PruneNwcRequestsDeps {
  readonly nwcRequests: Pick<NwcRequestStore, 'pruneRequests'>;
  readonly nwcExternal: Pick<NwcExternalStore, 'prunePublications' | 'pruneChanges'>;
  readonly clock: Clock;
}

/**
 * Removes old answered requests, which no relay would accept any more, and publications that
 * external relays did not accept in time.
 */
export async function pruneNwcRequests(
  { nwcRequests, nwcExternal, clock }: PruneNwcRequestsDeps,
  signal: AbortSignal,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEEP_NWC_REQUESTS_MS);
  await prune((limit) => nwcRequests.pruneRequests(before, limit), signal);
  await prune((limit) => nwcExternal.prunePublications(limit), signal);
  await prune((limit) => nwcExternal.pruneChanges(KEEP_EXTERNAL_END_MS, limit), signal);
}
