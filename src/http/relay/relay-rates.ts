import type { Clock } from '../../base/clock.ts';
import { createRateLimiter, type Rate } from '../rates/rate-limiter.ts';

/** How often the relay may be asked. */
export interface RelayRates {
  /** A message that costs more than to read it: a look-up, or a signature. */
  takeMessage(network: string): boolean;
  /** `refused` is answered to the app; beyond that there is no answer but the relay's own no. */
  takeRequest(deviceId: string): 'taken' | 'refused' | 'dropped';
}

export function createRelayRates(clock: Clock, requestsPerSec: number): RelayRates {
  const limiter = createRateLimiter(clock);
  const messages: Rate = { perSec: 4 * requestsPerSec, burst: 4 * requestsPerSec };
  const requests: Rate = { perSec: requestsPerSec, burst: requestsPerSec };
  return {
    takeMessage: (network) => limiter.take(`messages ${network}`, messages).isAllowed,
    takeRequest: (deviceId) => {
      if (limiter.take(`requests ${deviceId}`, requests).isAllowed) return 'taken';
      return limiter.take(`refused ${deviceId}`, requests).isAllowed ? 'refused' : 'dropped';
    },
  };
}

export const WITHOUT_RELAY_RATES: RelayRates = {
  takeMessage: () => true,
  takeRequest: () => 'taken',
};
