import type { Clock } from '../../base/clock.ts';
import { LIST_PART_LENGTH, LIST_PARTS } from '../limits.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { HungUpError } from './turns.ts';

const LOOK_AGAIN_MS = 100;

/**
 * Resolves when a part of a list, of the given length, may be sent; rejects if its reader is gone.
 */
export type ListThrottle = (userId: string, length: number, hangUp: AbortSignal) => Promise<void>;

/**
 * Keeps one user's long lists from slowing down all other users: after a burst, parts of lists are
 * sent at a fixed rate, and a long part counts as several. No list is refused; it only takes
 * longer.
 */
export function createListThrottle(clock: Clock): ListThrottle {
  const limiter = createRateLimiter(clock);
  return async (userId, length, hangUp) => {
    const parts = Math.max(1, Math.floor(length / LIST_PART_LENGTH));
    while (!limiter.take(userId, LIST_PARTS, parts).isAllowed) {
      await clock.sleep(LOOK_AGAIN_MS, hangUp);
      if (hangUp.aborted) throw new HungUpError('the client has gone');
    }
  };
}
