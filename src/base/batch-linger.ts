import type { Clock } from './clock.ts';

/**
 * Foresees who will make a batched call soon, so that a batch can wait for them and serve all
 * together.
 */
export interface BatchLinger {
  /** Whether more callers will come than those that wait already. */
  expectsMoreThan(waiting: number): boolean;
  /** Waits for the expected callers, but no longer than anyone should wait. */
  wait(): Promise<void>;
  /** Calls back when it turns out that no one else will come. */
  onNoneExpected(callback: () => void): void;
  /**
   * To be called when a batch begins with this number of callers; `timedOut` if it has waited and
   * not all came.
   */
  onBatchStart(count: number, timedOut: boolean): void;
  /** To be called when all batches have ended and no one waits. */
  onIdle(): void;
}

const UPSTREAM_LINGER_MS = 25;

/** Counts calls that are in an earlier step and whose next step is a batched call. */
export interface Upstream extends BatchLinger {
  /** Counts a caller until this work ends. The batched call has to follow within the same turn. */
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

/**
 * The least number of expected callers that is worth a wait: serving a few of them alone costs
 * little.
 */
const MIN_EXPECTED_CALLERS = 8;
const REPEAT_CALLER_LINGER_MS = 2;

/**
 * Expects callers that were answered together to call again together, a moment apart; without a
 * wait, the first would go alone. As many are expected as the time before, and a wait in vain
 * corrects the number. Callers that come one by one never wait.
 */
export function createRepeatCallerLinger(clock: Clock): BatchLinger {
  let expected = 0;
  let arrived = 0;
  let areFewer = false;
  return {
    // Only the first batch waits: a call that comes while it runs joins the second one anyway.
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
      // After a wait in vain the number stays, as callers who came too late are no reason to wait
      // next time.
      if (!areFewer) expected = arrived;
      areFewer = false;
      arrived = 0;
    },
  };
}
