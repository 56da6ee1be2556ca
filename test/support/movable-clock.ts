import type { Clock } from '../../src/base/clock.ts';
import { systemClock } from '../../src/system/system-clock.ts';

/** The time of this machine; a test sets the wall clock forward. Sleeping is real. */
export interface MovableClock extends Clock {
  move(ms: number): void;
}

export function createMovableClock(): MovableClock {
  let aheadMs = 0;
  return {
    now: () => new Date(systemClock.now().getTime() + aheadMs),
    monotonicMs: () => systemClock.monotonicMs(),
    sleep: (ms, signal) => systemClock.sleep(ms, signal),
    move: (ms) => {
      aheadMs += ms;
    },
  };
}
