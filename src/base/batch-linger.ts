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
  /** To be called when a batch of `count` callers has ended, while `waiting` others wait. */
  onBatchEnd(count: number, waiting: number): void;
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
    onBatchEnd: () => undefined,
    onIdle: () => undefined,
  };
}

/**
 * The least number of expected callers that is worth a wait: serving a few of them alone costs
 * little.
 */
const MIN_EXPECTED_CALLERS = 8;
const REPEAT_CALLER_LINGER_MS = 2;
/** After a wait for callers of whom few came back, so many batches begin without one. */
const BATCHES_AFTER_WAIT_IN_VAIN = 16;

/**
 * Foretells that callers who were answered together will call again together, a moment apart:
 * without a wait, the first of them would get a batch for itself, and the crowd would be served in
 * two halves that take turns. After a rest, as many callers are expected as were there at one time
 * before it. After each batch, those who were answered by it are expected to join those who wait. A
 * wait in vain corrects what is expected. A caller who is alone never waits.
 */
export function createRepeatCallerLinger(clock: Clock): BatchLinger {
  let isFirst = true;
  let areFewer = false;
  let expectedFirst = 0;
  /** The most callers at one time since the last rest. */
  let most = 0;
  let answered = 0;
  let left = 0;
  let withoutWait = 0;
  const expected = (): number => {
    if (isFirst) return expectedFirst;
    return withoutWait === 0 ? answered + left : 0;
  };
  return {
    expectsMoreThan: (waiting) => expected() >= MIN_EXPECTED_CALLERS && waiting < expected(),
    onNoneExpected: () => undefined,
    wait: () => clock.sleep(REPEAT_CALLER_LINGER_MS),
    onBatchStart: (count, timedOut) => {
      if (isFirst && timedOut) {
        expectedFirst = count;
        areFewer = true;
      } else if (timedOut && (count - left) * 2 < answered) {
        withoutWait = BATCHES_AFTER_WAIT_IN_VAIN;
      } else if (withoutWait > 0) withoutWait -= 1;
      isFirst = false;
    },
    onBatchEnd: (count, waiting) => {
      answered = count;
      left = waiting;
      most = Math.max(most, count + waiting);
    },
    onIdle: () => {
      // If the first batch waited in vain, the number expected next is how many came in time; those
      // who came too late are no reason to wait next time.
      if (!areFewer) expectedFirst = most;
      areFewer = false;
      most = 0;
      isFirst = true;
    },
  };
}

/**
 * Waits for callers whom either of two foretells. While the first has made the batch wait, the
 * second, which waits for a shorter time, is not asked.
 */
export function eitherLinger(first: BatchLinger, second: BatchLinger): BatchLinger {
  let waitsForFirst = false;
  return {
    expectsMoreThan: (waiting) =>
      first.expectsMoreThan(waiting) || (!waitsForFirst && second.expectsMoreThan(waiting)),
    wait: () => {
      waitsForFirst = first.expectsMoreThan(0);
      return waitsForFirst ? first.wait() : second.wait();
    },
    onNoneExpected: (callback) => {
      first.onNoneExpected(callback);
      second.onNoneExpected(callback);
    },
    onBatchStart: (count, timedOut) => {
      first.onBatchStart(count, timedOut && waitsForFirst);
      second.onBatchStart(count, timedOut && !waitsForFirst);
      waitsForFirst = false;
    },
    onBatchEnd: (count, waiting) => {
      first.onBatchEnd(count, waiting);
      second.onBatchEnd(count, waiting);
    },
    onIdle: () => {
      first.onIdle();
      second.onIdle();
    },
  };
}
