import type { ProcessStore } from './process-store.ts';
import { type RunPeriodicallyDeps, runPeriodically } from './run-periodically.ts';
import { abortAfter } from './takeover-grace.ts';

export interface RunAsLeaderDeps extends RunPeriodicallyDeps {
  readonly processes: Pick<ProcessStore, 'acquireLease' | 'releaseLease'>;
  readonly processId: string;
}

export interface Leadership {
  /**
   * The fence: a number that grows with each new leader. The store refuses writes that carry the
   * fence of an earlier leader.
   */
  readonly fence: bigint;
  /** Aborts when the leader's lease is lost, or when the process is asked to stop. */
  readonly signal: AbortSignal;
}

/**
 * The life of a lease. A killed leader is replaced after at most this time plus the pause between
 * two tries.
 */
const TTL_MS = 6000;
const RENEW_EVERY_MS = 2000;
const TRY_EVERY_MS = 1000;
/**
 * The time after the last renewal when a leader stops its work. It is shorter than the life of the
 * lease, so that the leader has stopped before another process can take over.
 */
const HELD_MS = TTL_MS - RENEW_EVERY_MS;

/**
 * Runs `work` whenever this process is the leader, that is, holds the lease, until `signal` aborts.
 * A process that was paused learns late that it no longer leads, so each of its writes carries a
 * fence, a number by which the database refuses writes of earlier leaders.
 */
export async function runAsLeader(
  deps: RunAsLeaderDeps,
  leaseName: string,
  signal: AbortSignal,
  work: (leadership: Leadership) => Promise<void>,
): Promise<void> {
  await runPeriodically(
    deps,
    { name: `leading ${leaseName}`, everyMs: TRY_EVERY_MS },
    signal,
    async () => {
      const askedAtMs = deps.clock.monotonicMs();
      const lease = await deps.processes.acquireLease(leaseName, deps.processId, TTL_MS);
      if (lease === null) return;
      const term: Term = { deps, leaseName, fence: lease.fence, over: new AbortController() };
      term.over.signal.addEventListener('abort', () => {
        if (term.over.signal.reason === ENDED) return;
        deps.log.info({ leaseName }, 'a lease was lost, and the work under it ends');
      });
      const leading = AbortSignal.any([signal, term.over.signal]);
      void renew(term, askedAtMs, leading);
      try {
        await work({ fence: lease.fence, signal: leading });
      } finally {
        const isLost = term.over.signal.aborted;
        term.over.abort(ENDED);
        // A lease that could not be renewed in time is not released: it runs out by itself.
        if (!isLost) await deps.processes.releaseLease(leaseName, deps.processId);
      }
    },
  );
}

/**
 * The reason of an abort that says that the leader's work ended by itself, so that the log does not
 * report a lost lease.
 */
const ENDED = 'ended';

interface Term {
  readonly deps: RunAsLeaderDeps;
  readonly leaseName: string;
  readonly fence: bigint;
  /** Aborts when the leader's work has ended, or when its lease is certainly lost. */
  readonly over: AbortController;
}

/**
 * Renews a lease until the signal aborts. The life of the lease counts from when its last renewal
 * was requested, and runs out while no answer comes: a database that takes no commits may never
 * answer.
 */
async function renew(
  { deps, leaseName, fence, over }: Term,
  acquiredAtMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { clock, processes, processId, log } = deps;
  const stepDownAfter = (askedAtMs: number): (() => void) =>
    abortAfter(clock, askedAtMs + HELD_MS - clock.monotonicMs(), over);
  let keepOn = stepDownAfter(acquiredAtMs);
  while (!signal.aborted) {
    await clock.sleep(RENEW_EVERY_MS, signal);
    if (signal.aborted) break;
    const askedAtMs = clock.monotonicMs();
    try {
      const lease = await processes.acquireLease(leaseName, processId, TTL_MS);
      if (lease?.fence !== fence) over.abort();
      keepOn();
      keepOn = stepDownAfter(askedAtMs);
    } catch (error) {
      log.warn({ error, leaseName }, 'a lease could not be renewed');
    }
  }
  keepOn();
}
