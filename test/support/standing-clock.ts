import type { Clock } from '../../src/base/clock.ts';

/**
 * A clock that stands still. A sleep lasts until its signal aborts or until the test lets it pass.
 */
export interface StandingClock extends Clock {
  /** Ends all sleeps of this length. */
  pass(ms: number): void;
  /** The lengths of the sleeps that have not ended. */
  sleeping(): readonly number[];
}

export function createStandingClock(): StandingClock {
  const sleepers = new Set<{ readonly ms: number; readonly wake: () => void }>();
  return {
    now: () => new Date(Date.UTC(2026, 0, 15, 12)),
    monotonicMs: () => 0,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(sleeper);
          resolve();
        };
        const sleeper = { ms, wake };
        if (signal?.aborted === true) return resolve();
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    pass: (ms) => {
      for (const sleeper of sleepers) if (sleeper.ms === ms) sleeper.wake();
    },
    sleeping: () => [...sleepers].map(({ ms }) => ms),
  };
}
