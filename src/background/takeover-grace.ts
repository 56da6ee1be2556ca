import type { Clock } from '../base/clock.ts';

/** Aborts `over` after a while, unless the returned function is called first. */
export function abortAfter(clock: Clock, ms: number, over: AbortController): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  void clock.sleep(ms, signal).then(() => signal.aborted || over.abort());
  return () => stopped.abort();
}

/**
 * The time that living processes get after an outage to write what they have done and to renew
 * leases.
 */
const RETURN_MS = 5000;

/**
 * Keeps a process from taking over leases right after a long outage: they ran out because processes
 * that are alive could not renew them, or could not write that the work is done.
 */
export interface TakeoverGrace {
  /**
   * To be called when the database has answered. It waits if the database had not done so for long.
   */
  answered(signal: AbortSignal): Promise<void>;
  /** To be called when the database was not asked, by our own choice: such silence is no outage. */
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
