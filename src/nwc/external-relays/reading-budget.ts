import type { Clock } from '../../base/clock.ts';

/**
 * Limits how much is read from one relay. Each message costs units of a budget that refills with
 * time.
 */
export interface ReadingBudget {
  /** Waits until this many units of the budget are available, and takes them. */
  take(units: number, signal: AbortSignal): Promise<void>;
}

export interface BudgetSize {
  readonly perSec: number;
  readonly max: number;
}

export function createReadingBudget(clock: Clock, { perSec, max }: BudgetSize): ReadingBudget {
  let left = max;
  let countedAtMs = clock.monotonicMs();
  return {
    take: async (units, signal) => {
      const nowMs = clock.monotonicMs();
      left = Math.min(max, left + ((nowMs - countedAtMs) * perSec) / 1000) - units;
      countedAtMs = nowMs;
      if (left < 0) await clock.sleep((-left * 1000) / perSec, signal);
    },
  };
}
