import type { Clock } from './clock.ts';

/**
 * Foresees who will make a batched call soon. A list can wait for them, and then serves them
 * together.
 */
export interface BatchLinger {
  /** Whether more will come than the callers that wait already. */
  expectsMoreThan(waiting: number): boolean;
  /** Waits for the expected callers, for the longest time that anyone waits. */
  wait(): Promise<void>;
  /** Calls back when it turns out that no one else will come. */
  onNoneExpected(callback: () => void): void;
  /**
   * Is told that a list begins with so many callers; `timedOut` when it has waited and not all
   * came.
   */
  onBatchStart(count: number, timedOut: boolean): void;
  /** Is told that all lists have ended, and no one waits. */
  onIdle(): void;
}

const UPSTREAM_LINGER_MS = 25;

/** Counts calls that are still in an earlier step, and whose next step is a batched call. */
export interface Upstream extends BatchLinger {
  /** Counts a caller until the work ends; its next step has to follow within the same turn. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

export function createUpstream(clock: Clock): Upstream {
  const callbacks: (() => void)[] = [];
  let count = 0;
  return {
    during: async (work) => {
      count += 1;
      try {
        return await work();
      } finally {
        count -= 1;
        if (count === 0) for (const callback of callbacks) callback();
      }
    },
    expectsMoreThan: () => count > 0,
    onNoneExpected: (callback) => void callbacks.push(callback),
    wait: () => clock.sleep(UPSTREAM_LINGER_MS),
    onBatchStart: () => undefined,
    onIdle: () => undefined,
  };
}

/** Fewer expected callers are not waited for: to serve some of them alone costs little. */
const MIN_EXPECTED_CALLERS = 8;
const REPEAT_CALLER_LINGER_MS = 2;

/**
 * Expects callers again that were answered together, as they call again together, a moment apart:
 * the first of them would go alone. So as many are expected as the time before. A wait in vain
 * corrects that. Callers that come one by one never wait.
 */
export function createRepeatCallerLinger(clock: Clock): BatchLinger {
  let expected = 0;
  let arrived = 0;
  let areFewer = false;
  return {
    // A call that comes while the first list runs joins the second one anyway.
    expectsMoreThan: (waiting) =>
      arrived === 0 && expected >= MIN_EXPECTED_CALLERS && waiting < expected,
    onNoneExpected: () => undefined,
    wait: () => clock.sleep(REPEAT_CALLER_LINGER_MS),
    onBatchStart: (count, timedOut) => {
      if (timedOut) {
        expected = count;
        areFewer = true;
      }
      arrived += count;
    },
    onIdle: () => {
      // Callers who came too late are no reason to wait for them the next time.
      if (!areFewer) expected = arrived;
      areFewer = false;
      arrived = 0;
    },
  };
}
