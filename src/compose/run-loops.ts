import type { Config } from '../config/config.ts';
import { cancelOrphanBatches } from '../workers/cancel-orphan-batches.ts';
import { checkBooks } from '../workers/check-books.ts';
import { checkSolvency } from '../workers/check-solvency.ts';
import { comparePayments } from '../workers/compare-payments.ts';
import { beatHeart } from '../workers/heartbeat.ts';
import { letGo } from '../workers/let-go.ts';
import { resolvePayments } from '../workers/resolve-payments.ts';
import { type JobKind, runJobs } from '../workers/run-jobs.ts';
import { watchIncoming } from '../workers/watch-incoming.ts';
import { watchStops } from '../workers/watch-stops.ts';
import { watchStranded } from '../workers/watch-stranded.ts';
import type { ServiceParts } from './compose-service-parts.ts';
import { moneyJobs } from './job-kinds.ts';
import type { Role } from './role.ts';

export type LoopDeps = ServiceParts & { readonly config: Config['payments'] };

/**
 * Everything that a process does without being asked, until its stop signal. `moreJobs`: those that
 * have nothing to do with money.
 */
export async function runLoops(
  deps: LoopDeps,
  role: Role,
  moreJobs: ReadonlyMap<string, JobKind> = new Map(),
): Promise<void> {
  const { stop } = deps;
  const jobs = new Map([...moneyJobs(deps), ...moreJobs]);
  const always = [
    beatHeart({ ...deps, role }, stop),
    checkSolvency(deps, stop),
    watchStops(deps, stop),
    letGo(deps, stop),
  ];
  const worker = [
    watchIncoming,
    resolvePayments,
    watchStranded,
    cancelOrphanBatches,
    checkBooks,
    comparePayments,
    (_: LoopDeps, signal: AbortSignal) => runJobs(deps, jobs, signal),
  ];
  const loops = role === 'api' ? [] : worker.map((loop) => loop(deps, stop));
  await Promise.all([...always, ...loops]);
}
