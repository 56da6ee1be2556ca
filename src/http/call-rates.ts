import { hash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { MAX_RATE_KEYS } from '../base/limits.ts';
import { callerNetwork } from './caller-network.ts';
import type { RateLimitConfig } from './http-config.ts';
import { createRateLimiter, type Rate, type RateAnswer } from './rate-limiter.ts';
import { createRecentKeys } from './recent-keys.ts';
import type { Route } from './route.ts';

/** How often the API may be called, and by whom. */
export interface CallRates {
  take(route: Route, authorization: string | undefined, address: string): RateAnswer;
  countAccepted(authorization: string | undefined): void;
  /** A token was not accepted. */
  countRefused(address: string): void;
}

/**
 * Payments are counted by token, wherever it is used; other calls by token and address, so that the
 * many users behind one app's server do not take from each other. An address whose tokens were
 * refused too often gets no further look into the database, but for tokens that were accepted
 * lately: whoever shares the address with a guesser is not locked out by him.
 */
export function createCallRates(clock: Clock, config: RateLimitConfig): CallRates {
  const limiter = createRateLimiter(clock);
  const accepted = createRecentKeys(MAX_RATE_KEYS);
  const calls: Rate = { perSec: config.requestsPerSec, burst: config.requestsPerSec };
  const payments: Rate = { perSec: config.paymentsPerSec, burst: config.paymentsBurst };
  const refusedKey = (address: string): string => `refused ${callerNetwork(address)}`;

  return {
    take: (route, authorization, address) => {
      if (route.access === 'public' || authorization === undefined) {
        return limiter.take(`anonymous ${callerNetwork(address)}`, calls);
      }
      const token = tokenKey(authorization);
      const refused = limiter.look(refusedKey(address), calls);
      if (!refused.isAllowed && !accepted.has(token)) return refused;
      return route.tag === 'Payments'
        ? limiter.take(`payments ${token}`, payments)
        : limiter.take(`calls ${token} ${callerNetwork(address)}`, calls);
    },
    countAccepted: (authorization) => {
      if (authorization !== undefined) accepted.add(tokenKey(authorization));
    },
    countRefused: (address) => {
      limiter.take(refusedKey(address), calls);
    },
  };
}

const tokenKey = (authorization: string): string =>
  hash('sha256', authorization.trim().replace(/^bearer +/i, ''));
