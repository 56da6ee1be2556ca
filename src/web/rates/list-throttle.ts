import type { Clock } from '../../base/clock.ts';
import { LIST_PARTS } from '../limits.ts';
import { createRateLimiter } from './rate-limiter.ts';

const LOOK_AGAIN_MS = 100;

/**
 * Keeps one user's long lists from slowing down all other users: after a burst, their parts are
 * sent at a fixed rate. Nothing is refused, it only takes longer.
 */
export function createListThrottle(clock: Clock): (userId: string) => Promise<void> {
  const limiter = createRateLimiter(clock);
  return async (userId) => {
    while (!limiter.look(userId, LIST_PARTS).isAllowed) await clock.sleep(LOOK_AGAIN_MS);
    limiter.take(userId, LIST_PARTS);
  };
}
