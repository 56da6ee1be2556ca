import type { Clock } from '../base/clock.ts';

/**
 * Aborts `over` after `ms`, unless the returned function is called first. Holders of a lease use it
 * to stop their work before the lease runs out.
 */
export function abortAfter(clock: Clock, ms: number, over: AbortController): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  void clock.sleep(ms, signal).then(() => signal.aborted || over.abort());
  return () => stopped.abort();
}

/**
 * The time that other processes get after an outage of the database to store what they have done
 * and to renew their leases.
 */
const RETURN_MS = 5000;

/**
 * Keeps a process from taking over leases right after a long outage of the database: the leases ran
 * out because processes that are alive could not renew them, or could not write that the work is
 * done.
 */
export interface TakeoverGrace {
  /**
   * To be called when the database has answered. If it had not answered for long, the call returns
   * only after a while, so that other processes can renew their leases first.
   */
  answered(signal: AbortSignal): Promise<void>;
  /**
   * To be called when this process has not asked the database for a while by its own choice, as
   * that is no outage.
   */
  rested(): void;
}

export function createTakeoverGrace(clock: Clock, leaseMs: number): TakeoverGrace {
  let lastMs = clock.monotonicMs();
  return {
    answered: async (signal) => {
      const isBack = clock.monotonicMs() - lastMs > leaseMs / 2;
      if (isBack) await clock.sleep(RETURN_MS, signal);
      lastMs = clock.monotonicMs();
    },
    rested: () => {
      lastMs = clock.monotonicMs();
    },
  };
}
