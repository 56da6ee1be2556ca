import { hash } from 'node:crypto';
import type { Clock } from '../base/clock.ts';
import { createRecentKeys } from '../base/recent-keys.ts';
import { createRateLimiter } from '../web/rate-limits/rate-limiter.ts';
import { LNDHUB_LOGINS, MAX_LNDHUB_LOGIN_KEYS } from './limits.ts';

/**
 * Limits log-ins of apps: successful ones by password or refresh token, and failed ones by network.
 * From a network with too many failures, secrets that have been accepted recently are still looked
 * up. So no one is locked out because someone at the same address guesses passwords.
 */
export interface LoginRates {
  /**
   * Returns the seconds to wait before this log-in may be looked up; 0 when it may be looked up
   * now.
   */
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
