import { hash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { createRateLimiter } from '../web/rate-limits/rate-limiter.ts';
import { createRecentKeys } from '../web/rate-limits/recent-keys.ts';
import { LNDHUB_LOGINS, MAX_LNDHUB_LOGIN_KEYS } from './limits.ts';

/**
 * Limits on log-ins of apps, by the password or refresh token and by networks that have failed.
 * From a network that failed too often, secrets that were accepted here a while ago are still
 * looked up, so that no one is locked out who shares an address with someone who guesses.
 */
export interface LoginRates {
  /** Seconds to wait before the next log-in; 0 when this one may be looked up. */
  take(network: string, secret: string): number;
  countFailure(network: string, secret: string): void;
  countSuccess(secret: string): void;
}

export function createLoginRates(clock: Clock): LoginRates {
  const limiter = createRateLimiter(clock, MAX_LNDHUB_LOGIN_KEYS);
  const accepted = createRecentKeys<true>(MAX_LNDHUB_LOGIN_KEYS);
  const keyOf = (secret: string): string => hash('sha256', secret);
  return {
    take: (network, secret) => {
      const key = keyOf(secret);
      if (accepted.find(key) === undefined) {
        return limiter.lookOf('failed', network, LNDHUB_LOGINS).retryAfterSec;
      }
      return limiter.take(`secret ${key}`, LNDHUB_LOGINS).retryAfterSec;
    },
    countFailure: (network, secret) => {
      accepted.drop(keyOf(secret));
      limiter.takeOf('failed', network, LNDHUB_LOGINS);
    },
    countSuccess: (secret) => accepted.add(keyOf(secret), true),
  };
}
