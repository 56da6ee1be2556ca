import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../base/clock.ts';

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    if (signal === undefined) await wait(ms);
    else await wait(ms, undefined, { signal }).catch(() => undefined);
  },
};
