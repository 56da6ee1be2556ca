/** The clock of the machine. Only the simulator, which is a separate program, has another one. */

import type { Clock } from '../base/clock.ts';

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  // The timer is not that of node:timers/promises, which would create an error for each pause that
  // ends early, as most do.
  sleep(ms, signal) {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      // A pause until a moment in the past has a negative length, for which Node would print a
      // warning.
      const timer = setTimeout(end, Math.max(0, ms));
      if (signal?.aborted === true) end();
      else signal?.addEventListener('abort', end, { once: true });
    });
  },
};
