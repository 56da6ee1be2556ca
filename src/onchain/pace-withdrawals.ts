import { type Backoff, backoffMs } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import { MINUTE_MS } from '../base/durations.ts';
import type { Random } from '../base/random.ts';

/** When each withdrawal is taken up again. A process that starts takes up all at once. */
export interface WithdrawalPaces {
  isDue(id: string): boolean;
  pause(id: string, ms: number): void;
  /** Coins come with a block, or when leases end. */
  waitForCoins(id: string): void;
  pauseAfterFailure(id: string): void;
  /** Forgets all others. */
  keepOnly(ids: ReadonlySet<string>): void;
}

interface Pace {
  readonly notBeforeMs: number;
  readonly failures: number;
  /** The tip of the chain under which coins were missing: another one ends the pause. */
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
