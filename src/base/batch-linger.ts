import type { Clock } from './clock.ts';

/**
 * Foretells whether more callers will soon make a batched call, so that a batch can wait for them
 * and serve all together.
 */
export interface BatchLinger {
  /** Whether more callers are expected than `waiting`, the number of those that wait already. */
  expectsMoreThan(waiting: number): boolean;
  /** Waits for the expected callers, but never longer than a caller should be kept waiting. */
  wait(): Promise<void>;
  /** Registers a callback for when it turns out that no more callers will come. */
  onNoneExpected(callback: () => void): void;
  /**
   * To be called when a batch begins with `count` callers. `timedOut` says that the batch waited in
   * vain for more.
   */
  onBatchStart(count: number, timedOut: boolean): void;
  /** To be called when all batches have ended and no caller waits. */
  onIdle(): void;
}

const UPSTREAM_LINGER_MS = 25;

/** Counts callers whose work in an earlier step will soon lead to a batched call. */
export interface Upstream extends BatchLinger {
  /**
   * Counts a caller as expected until the given work ends. The batched call has to follow in the
   * same turn of the event loop.
   */
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
 * Foretells that callers who were answered together will call again together, a moment apart:
 * without a wait, the first of them would get a batch for itself. As many callers are expected as
 * the time before, and a wait in vain corrects the number. A caller who is alone never waits.
 */
export function createRepeatCallerLinger(clock: Clock): BatchLinger {
  let expected = 0;
  let arrived = 0;
  let areFewer = false;
  return {
    // Only the first batch waits for expected callers: a call that comes while that batch runs
    // joins the second one anyway.
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
      // If a batch waited in vain, the number expected next is how many came in time; those who
      // came too late are no reason to wait next time.
      if (!areFewer) expected = arrived;
      areFewer = false;
      arrived = 0;
    },
  };
}
