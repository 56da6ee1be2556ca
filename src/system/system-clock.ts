/** The clock of the machine. Only the simulator, which is a separate program, has another one. */

import type { Clock } from '../base/clock.ts';

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  // A timer made here: most pauses end early, and node:timers/promises would create an error for
  // each of those.
  sleep(ms, signal) {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      // For a moment in the past the time left is negative, and Node would print a warning.
      const timer = setTimeout(end, Math.max(0, ms));
      if (signal?.aborted === true) end();
      else signal?.addEventListener('abort', end, { once: true });
    });
  },
};
