import type { Clock } from '../../src/base/clock.ts';
import { DAY_MS, MINUTE_MS } from '../../src/base/durations.ts';
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

/** So that no day, and with it no week, month or year of UTC, ends while a test counts in it. */
export function awayFromMidnight(clock: MovableClock): void {
  const leftMs = DAY_MS - (clock.now().getTime() % DAY_MS);
  if (leftMs < 15 * MINUTE_MS) clock.move(leftMs);
}

/** For what says "today" of what was just done: midnight may come in between, and then again. */
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
