import { createBoundedSet } from '../../base/bounded-set.ts';
import type { Clock } from '../../base/clock.ts';
import { createRateLimiter, type Rate } from '../../web/rate-limits/rate-limiter.ts';
import { MAX_RELAY_REMEMBERED, RELAY_KIB } from '../limits.ts';

/** Limits how often the relay may be asked, by network and by key. */
export interface RelayRates {
  /** Counts a message of this many bytes, before it is read. */
  takeBytes(network: string, bytes: number): boolean;
  /** Counts a message that costs more than reading it: a look-up, or a signature. */
  takeMessage(network: string, times: number): boolean;
  /**
   * Counts a request of a key. `refused`: the app gets an answer that says so. Beyond that, the
   * relay itself refuses the event.
   */
  takeRequest(deviceId: string): 'taken' | 'refused' | 'dropped';
  /**
   * Whether a request was taken before. Anyone who has seen it can send it again, with a valid
   * signature, so a repeat counts for their network and not for the key.
   */
  isRepeat(eventId: string): boolean;
  noteTaken(eventId: string): void;
}

export function createRelayRates(clock: Clock, requestsPerSec: number): RelayRates {
  const limiter = createRateLimiter(clock);
  const messages: Rate = { perSec: 4 * requestsPerSec, burst: 4 * requestsPerSec };
  const taken = createBoundedSet<string>(MAX_RELAY_REMEMBERED);
  const requests: Rate = { perSec: requestsPerSec, burst: requestsPerSec };
  return {
    takeBytes: (network, bytes) =>
      limiter.takeOf('bytes', network, RELAY_KIB, Math.ceil(bytes / 1024)).isAllowed,
    takeMessage: (network, times) => limiter.takeOf('messages', network, messages, times).isAllowed,
    takeRequest: (deviceId) => {
      if (limiter.take(`requests ${deviceId}`, requests).isAllowed) return 'taken';
      return limiter.take(`refused ${deviceId}`, requests).isAllowed ? 'refused' : 'dropped';
    },
    isRepeat: taken.has,
    noteTaken: taken.add,
  };
}

export const WITHOUT_RELAY_RATES: RelayRates = {
  takeBytes: () => true,
  takeMessage: () => true,
  takeRequest: () => 'taken',
  isRepeat: () => false,
  noteTaken: () => undefined,
};
