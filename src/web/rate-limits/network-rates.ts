import type { Clock } from '../../base/clock.ts';
import type { PAYER_RATES } from '../limits.ts';
import { createRateLimiter, type Rate, type RateAnswer } from './rate-limiter.ts';

/**
 * Limits on how often a network (see `callerNetwork`) may do each of several things, counted by
 * this process alone.
 */
export interface NetworkRates<Name extends string> {
  take(name: Name, network: string): RateAnswer;
}

/** The rate limits of payers, which wallets (LNURL) and the pages for payers share. */
export type PayerRates = NetworkRates<keyof typeof PAYER_RATES>;

export function createNetworkRates<Name extends string>(
  clock: Clock,
  rates: Readonly<Record<Name, Rate>>,
): NetworkRates<Name> {
  const limiter = createRateLimiter(clock);
  return { take: (name, network) => limiter.takeOf(name, network, rates[name]) };
}
