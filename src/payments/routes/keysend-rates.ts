import type { Caller } from '../../authorization/caller.ts';
import type { Clock } from '../../base/clock.ts';
import { userRate } from '../../web/rate-limits/call-rates.ts';
import type { RateLimitConfig } from '../../web/rate-limits/rate-limit-config.ts';
import { createRateLimiter, type RateAnswer } from '../../web/rate-limits/rate-limiter.ts';
import type { KeysendOrder } from '../keysend-order.ts';
import type { RefusePaymentDeps } from './refuse-payment.ts';

/**
 * Limits how many keysends an app and a user may send in a time, counting each keysend of a batch.
 */
export interface KeysendRates {
  /** Counts all keysends of a call, or none of them when the limit does not allow all. */
  take(caller: Pick<Caller, 'userId' | 'grantId'>, orders: readonly KeysendOrder[]): RateAnswer;
}

/** Dependencies of keysend routes besides those for paying. */
export interface KeysendRouteDeps extends RefusePaymentDeps {
  /** Limits the rate of keysends; null when the operator has switched rate limits off. */
  readonly keysendRates: KeysendRates | null;
}

export function createKeysendRates(clock: Clock, config: RateLimitConfig): KeysendRates {
  const limiter = createRateLimiter(clock);
  const ofGrant = { perSec: config.paymentsPerSec, burst: config.paymentsBurst };
  return {
    take: ({ userId, grantId }, { length: times }) => {
      const first = { key: `keysends ${userId} ${grantId}`, rate: ofGrant };
      const all = { key: `keysends ${userId}`, rate: userRate(ofGrant) };
      const full = [first, all].find(({ key, rate }) => !limiter.look(key, rate, times).isAllowed);
      if (full !== undefined) return limiter.look(full.key, full.rate, times);
      limiter.take(all.key, all.rate, times);
      return limiter.take(first.key, first.rate, times);
    },
  };
}
