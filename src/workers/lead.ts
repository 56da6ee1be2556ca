import type { ProcessStore } from '../operations/process-store.ts';
import { type RepeatDeps, repeat } from './repeat.ts';

export interface LeadDeps extends RepeatDeps {
  readonly processes: Pick<ProcessStore, 'acquireLease' | 'releaseLease'>;
  readonly processId: string;
}

export interface Leadership {
  /** Grows with each new leader; the store refuses writes of earlier leaders. */
  readonly fence: bigint;
  /** Aborts when the lease is lost or the worker has to end. */
  readonly signal: AbortSignal;
}

/** A killed leader is replaced after at most this plus the pause between two tries. */
const TTL_MS = 6000;
const RENEW_EVERY_MS = 2000;
const TRY_EVERY_MS = 1000;

/**
 * Runs `work` while this process holds the lease; takes turns with other processes until the
 * signal. A paused process learns late that it no longer leads, hence the fence.
 */
export async function lead(
  deps: LeadDeps,
  leaseName: string,
  signal: AbortSignal,
  work: (leadership: Leadership) => Promise<void>,
): Promise<void> {
  await repeat(deps, { name: `leading ${leaseName}`, everyMs: TRY_EVERY_MS }, signal, async () => {
    const lease = await deps.processes.acquireLease(leaseName, deps.processId, TTL_MS);
    if (lease === null) return;
    const over = new AbortController();
    const leading = AbortSignal.any([signal, over.signal]);
    const renewing = renew(deps, leaseName, lease.fence, leading).then(() => over.abort());
    try {
      await work({ fence: lease.fence, signal: leading });
    } finally {
      over.abort();
      await renewing;
      await deps.processes.releaseLease(leaseName, deps.processId);
    }
  });
}

/** Ends when the lease is certainly no longer ours, or the signal aborts. */
async function renew(
  deps: LeadDeps,
  leaseName: string,
  fence: bigint,
  signal: AbortSignal,
): Promise<void> {
  let renewedAtMs = deps.clock.monotonicMs();
  while (!signal.aborted) {
    await deps.clock.sleep(RENEW_EVERY_MS, signal);
    if (signal.aborted) return;
    const askedAtMs = deps.clock.monotonicMs();
    try {
      const lease = await deps.processes.acquireLease(leaseName, deps.processId, TTL_MS);
      if (lease?.fence !== fence) return;
      renewedAtMs = askedAtMs;
    } catch (error) {
      deps.log.warn({ error, leaseName }, 'a lease could not be renewed');
      // Step down before another process can take over.
      if (deps.clock.monotonicMs() - renewedAtMs > TTL_MS - RENEW_EVERY_MS) return;
    }
  }
}
