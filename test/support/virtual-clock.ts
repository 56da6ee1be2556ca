import assert from 'node:assert/strict';
import type { Clock } from '../../src/base/clock.ts';

/** A clock that stands still until a test moves it. Nothing takes real time. */
export interface VirtualClock extends Clock {
  /** Lets this much time pass, and wakes sleepers in the order of their times. */
  advance(ms: number): Promise<void>;
  /** Lets time pass until the promise has settled, and returns its result. */
  until<T>(promise: Promise<T>): Promise<T>;
  /** Lets everything run that needs no time. */
  flush(): Promise<void>;
}

interface Sleeper {
  readonly dueMs: number;
  readonly wake: () => void;
}

/** The longest time that a test waits for anything. */
const PATIENCE_MS = 24 * 3_600_000;

/** Creates a virtual clock. `idle` resolves when nothing is running that takes real time. */
export function createVirtualClock(
  startIso = '2030-01-01T00:00:00.000Z',
  idle: () => Promise<void> = async () => undefined,
): VirtualClock {
  /**
   * One turn of the event loop, after which all promises have settled that can settle without time.
   */
  const flush = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    await idle();
  };

  const startMs = new Date(startIso).getTime();
  const sleepers = new Set<Sleeper>();
  let elapsedMs = 0;

  /**
   * The next sleeper to wake. Sleepers are in the order in which they fell asleep, so of two with
   * the same time the first one comes first.
   */
  const next = (): Sleeper | undefined => {
    let first: Sleeper | undefined;
    for (const sleeper of sleepers) {
      if (first === undefined || sleeper.dueMs < first.dueMs) first = sleeper;
    }
    return first;
  };

  const wakeNext = async (latestMs: number): Promise<boolean> => {
    const sleeper = next();
    if (sleeper === undefined || sleeper.dueMs > latestMs) return false;
    elapsedMs = Math.max(elapsedMs, sleeper.dueMs);
    sleeper.wake();
    await flush();
    return true;
  };

  const clock: VirtualClock = {
    now: () => new Date(startMs + Math.floor(elapsedMs)),
    monotonicMs: () => elapsedMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const wake = (): void => {
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        const sleeper: Sleeper = { dueMs: elapsedMs + ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    flush,
    advance: async (ms) => {
      const targetMs = elapsedMs + ms;
      await flush();
      while (await wakeNext(targetMs));
      elapsedMs = targetMs;
    },
    until: async (promise) => {
      let isSettled = false;
      const settled = promise.finally(() => {
        isSettled = true;
      });
      settled.catch(() => undefined);
      await flush();
      const latestMs = elapsedMs + PATIENCE_MS;
      while (!isSettled) {
        assert(await wakeNext(latestMs), 'what the test waits for never happens');
      }
      return await settled;
    },
  };
  return clock;
}
