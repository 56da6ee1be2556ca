import type { BearerToken } from '../../authorization/bearer-token.ts';
import type { Clock } from '../../base/clock.ts';
import { USER_RATE_FACTOR } from '../../base/limits.ts';
import { createRecentKeys } from '../../base/recent-keys.ts';
import { MAX_RATE_KEYS } from '../limits.ts';
import type { PublicDescription, RouteDescription } from '../route.ts';
import { callerNetwork } from './caller-network.ts';
import type { RateLimitConfig } from './rate-limit-config.ts';
import { createRateLimiter, type Rate, type RateAnswer } from './rate-limiter.ts';

/** The part of a route that its rate limit depends on. */
export type RatedRoute = Pick<RouteDescription, 'access' | 'pacing'> &
  Pick<PublicDescription, 'ownLimit'>;

/** The limit for calls of unknown paths and methods, which count as calls of strangers. */
export const UNKNOWN_RATED: RatedRoute = { access: 'public' };

/** Limits on how often the API may be called. */
export interface CallRates {
  take(route: RatedRoute, token: CountedToken | null, address: string): RateAnswer;
  /**
   * Counts a call whose user was not known yet when `take` was called. Null when `take` has counted
   * the call already.
   */
  countAccepted(route: RatedRoute, token: CountedToken | null, userId: string): RateAnswer | null;
  /** The user of a token that was accepted lately; null for any other token. */
  userOf(token: CountedToken | null): string | null;
  /** Counts a call with a token that was refused. */
  countRefused(token: CountedToken | null, address: string): void;
}

/** The token that a call has sent. */
type CountedToken = Pick<BearerToken, 'key'>;

/**
 * Creates the limits. Payments are counted by token, from whatever address; other calls by token
 * and address, so that many users behind one app's server do not limit each other. All tokens of a
 * user together have a limit too. After too many refused tokens, no more tokens from the same
 * address are looked up in the database, except for those that were accepted recently: users who
 * share the address with an attacker are not locked out.
 */
export function createCallRates(clock: Clock, config: RateLimitConfig): CallRates {
  const limiter = createRateLimiter(clock);
  const users = createRateLimiter(clock);
  const userOfToken = createRecentKeys<string>(MAX_RATE_KEYS);
  const calls: Rate = { perSec: config.requestsPerSec, burst: config.requestsPerSec };
  const payments: Rate = { perSec: config.paymentsPerSec, burst: config.paymentsBurst };
  const [callsOfUser, paymentsOfUser] = [userRate(calls), userRate(payments)];

  const takeAnonymous = (route: RatedRoute, address: string): RateAnswer => {
    const network = callerNetwork(address);
    const rate = limiter.takeOf('anonymous', network, calls);
    const { ownLimit } = route;
    if (!rate.isAllowed || ownLimit === undefined) return rate;
    return limiter.takeOf(`own ${ownLimit.name}`, network, ownLimit.rate);
  };
  const takeUser = ({ pacing }: RatedRoute, userId: string): RateAnswer =>
    pacing === 'payment'
      ? users.take(`payments ${userId}`, paymentsOfUser)
      : users.take(`calls ${userId}`, callsOfUser);

  return {
    take: (route, token, address) => {
      if (route.access === 'public' || token === null) {
        return takeAnonymous(route, address);
      }
      const userId = userOfToken.find(token.key);
      if (userId === undefined) {
        const refused = limiter.lookOf('refused', callerNetwork(address), calls);
        if (!refused.isAllowed) return refused;
      }
      const rate =
        route.pacing === 'payment'
          ? limiter.take(`payments ${token.key}`, payments)
          : limiter.take(`calls ${token.key} ${callerNetwork(address)}`, calls);
      if (!rate.isAllowed || userId === undefined) return rate;
      const rateOfUser = takeUser(route, userId);
      return rateOfUser.isAllowed ? rate : rateOfUser;
    },
    countAccepted: (route, token, userId) => {
      if (token === null) return null;
      const isCounted = userOfToken.find(token.key) === userId;
      userOfToken.add(token.key, userId);
      return isCounted ? null : takeUser(route, userId);
    },
    userOf: (token) => (token === null ? null : (userOfToken.find(token.key) ?? null)),
    countRefused: (token, address) => {
      if (token !== null) userOfToken.drop(token.key);
      limiter.takeOf('refused', callerNetwork(address), calls);
    },
  };
}

/** The rate limit for all tokens of a user together. */
export const userRate = ({ perSec, burst }: Rate): Rate => ({
  perSec: perSec * USER_RATE_FACTOR,
  burst: burst * USER_RATE_FACTOR,
});
