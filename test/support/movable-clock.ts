import type { Clock } from '../../src/base/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { systemClock } from '../../src/system/system-clock.ts';

/**
 * A clock with the time of this machine, whose wall clock a test can set forward. Sleeping takes
 * real time.
 */
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

/**
 * Moves the clock away from midnight, so that no day, week, month or year of UTC ends while a test
 * counts in it.
 */
export function awayFromMidnight(clock: MovableClock): void {
  const leftMs = DAY_MS - (clock.now().getTime() % DAY_MS);
  if (leftMs < 15 * MINUTE_MS) clock.move(leftMs);
}

/**
 * Runs work that calls the present day "today". If midnight made it fail, the work runs once more.
 */
export async function withinOneDay(clock: Clock, work: () => Promise<void>): Promise<void> {
  const day = (): number => Math.floor(clock.now().getTime() / DAY_MS);
  const begun = day();
  try {
    await work();
  } catch (error) {
    if (day() === begun) throw error;
    await work();
  }
}
