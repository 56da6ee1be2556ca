import { type Backoff, backoffMs } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import type { Random } from '../base/random.ts';

/**
 * Decides when the next step of each withdrawal may be tried. A process that has just started tries
 * all of them at once.
 */
export interface WithdrawalPaces {
  isDue(id: string): boolean;
  pause(id: string, ms: number): void;
  /**
   * Pauses a withdrawal until coins may have become available: at the next block, or when leases
   * may have ended.
   */
  waitForCoins(id: string): void;
  pauseAfterFailure(id: string): void;
  /** Forgets the pauses of all withdrawals that are not among these. */
  keepOnly(ids: ReadonlySet<string>): void;
}

interface Pace {
  readonly notBeforeMs: number;
  readonly failures: number;
  /**
   * The tip of the chain when the wallet lacked coins, because the pause ends with a new block;
   * null for other pauses.
   */
  readonly tip: string | null;
}

const COINS_AGAIN_MS = MINUTE_MS;
const PAUSES: Backoff = { firstMs: 1000, maxMs: 10 * MINUTE_MS };

export function createWithdrawalPaces(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  tipHash: () => string | null,
): WithdrawalPaces {
  const paces = new Map<string, Pace>();
  const set = (id: string, ms: number, more: Partial<Pace> = {}): void => {
    const notBeforeMs = clock.monotonicMs() + ms;
    paces.set(id, { notBeforeMs, failures: 0, tip: null, ...more });
  };
  return {
    isDue(id) {
      const pace = paces.get(id);
      if (pace === undefined || pace.notBeforeMs <= clock.monotonicMs()) return true;
      return pace.tip !== null && pace.tip !== tipHash();
    },
    pause: (id, ms) => set(id, ms),
    waitForCoins: (id) => set(id, COINS_AGAIN_MS, { tip: tipHash() }),
    pauseAfterFailure(id) {
      const failures = (paces.get(id)?.failures ?? 0) + 1;
      set(id, backoffMs(PAUSES, failures, random), { failures });
    },
    keepOnly(ids) {
      for (const id of paces.keys()) if (!ids.has(id)) paces.delete(id);
    },
  };
}
