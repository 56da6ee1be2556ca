import type { Clock } from '../base/clock.ts';

/** Aborts `over` after a while, unless the returned function is called before. */
export function abortAfter(clock: Clock, ms: number, over: AbortController): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  void clock.sleep(ms, signal).then(() => signal.aborted || over.abort());
  return () => stopped.abort();
}

/**
 * The time that living processes get after an outage to write what they have done, and to renew.
 */
const RETURN_MS = 5000;

/**
 * Keeps a process from taking over leases right after a long outage: what living processes hold ran
 * out because they could not renew it, or write that it is done.
 */
export interface TakeoverGrace {
  /** Is told that the database has answered, and waits if it had not done so for long. */
  answered(signal: AbortSignal): Promise<void>;
  /** Tells that the database was not asked, by our own choice: this silence is no outage. */
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
