import { createBoundedSet } from '../../base/bounded-set.ts';
import type { Clock } from '../../base/clock.ts';
import { createRateLimiter, type Rate } from '../../web/rate-limits/rate-limiter.ts';
import { MAX_RELAY_REMEMBERED, RELAY_KIB } from '../limits.ts';

/** Limits how much clients may ask of the relay, counted by network and by key. */
export interface RelayRates {
  /** Counts a message of this many bytes against its network, before the message is read. */
  takeBytes(network: string, bytes: number): boolean;
  /**
   * Counts the additional cost of a message that needs database queries or signatures, as `times`
   * messages.
   */
  takeMessage(network: string, times: number): boolean;
  /**
   * Counts a request of a key. `refused`: too many, and the app gets an answer that says so.
   * `dropped`: far too many, and the relay refuses the event.
   */
  takeRequest(deviceId: string): 'taken' | 'refused' | 'dropped';
  /**
   * Whether a request was taken before. Anyone who has seen a request can send it again with its
   * valid signature, so a repeat counts against the sender's network and not against the key.
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
