import { hash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import type { RateLimitConfig } from './http-config.ts';
import { createRateLimiter, type Rate, type RateAnswer } from './rate-limiter.ts';
import type { Route } from './route.ts';

/** How often the API may be called, and by whom. */
export interface CallRates {
  take(route: Route, authorization: string | undefined, address: string): RateAnswer;
  /** A token was not accepted. */
  countRefused(address: string): void;
}

/**
 * Payments are counted by token, wherever it is used; other calls by token and address, so that the
 * many users behind one app's server do not take from each other. An address whose tokens were
 * refused too often gets no further look into the database.
 */
export function createCallRates(clock: Clock, config: RateLimitConfig): CallRates {
  const limiter = createRateLimiter(clock);
  const calls: Rate = { perSec: config.requestsPerSec, burst: config.requestsPerSec };
  const payments: Rate = { perSec: config.paymentsPerSec, burst: config.paymentsBurst };
  const refusedKey = (address: string): string => `refused ${address}`;

  return {
    take: (route, authorization, address) => {
      if (route.access === 'public' || authorization === undefined) {
        return limiter.take(`anonymous ${address}`, calls);
      }
      const refused = limiter.look(refusedKey(address), calls);
      if (!refused.isAllowed) return refused;
      const token = hash('sha256', authorization.trim().replace(/^bearer +/i, ''));
      return route.tag === 'Payments'
        ? limiter.take(`payments ${token}`, payments)
        : limiter.take(`calls ${token} ${address}`, calls);
    },
    countRefused: (address) => {
      limiter.take(refusedKey(address), calls);
    },
  };
}
