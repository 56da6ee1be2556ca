/** The clock of the machine. Only the simulator, a program of its own, has another one. */

import type { Clock } from '../base/clock.ts';

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  // Most pauses end early, for which node:timers/promises would create an error each.
  sleep(ms, signal) {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      // What is left until a time that has passed is negative, which Node warns of.
      const timer = setTimeout(end, Math.max(0, ms));
      if (signal?.aborted === true) end();
      else signal?.addEventListener('abort', end, { once: true });
    });
  },
};
