import type { Clock } from '../../base/clock.ts';
import { NETWORK_CALLBACKS, NETWORK_LOOK_UPS } from '../limits.ts';
import { createRateLimiter, type RateAnswer } from './rate-limiter.ts';

/**
 * How often a network may ask about addresses: `callback` makes an invoice, `look_up` only reads.
 * Wallets (LNURL) and the pages for payers share these limits.
 */
export interface PayerRates {
  take(cost: 'look_up' | 'callback', network: string): RateAnswer;
}

export function createPayerRates(clock: Clock): PayerRates {
  const limiter = createRateLimiter(clock);
  return {
    take: (cost, network) =>
      limiter.takeOf(cost, network, cost === 'callback' ? NETWORK_CALLBACKS : NETWORK_LOOK_UPS),
  };
}
