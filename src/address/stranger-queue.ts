import type { Clock } from '../base/clock.ts';
import { createFairQueue } from '../base/fair-queue.ts';
import { CALLBACK_WAIT_MS, MAX_ADDRESS_INVOICES_AT_ONCE, MAX_WAITING_CALLBACKS } from './limits.ts';

/**
 * A queue in which invoices for strangers are made, a few at a time. The networks of callers take
 * turns, so that the node has time for users even while many strangers request invoices.
 */
export interface StrangerQueue {
  /**
   * Runs work when its turn comes. Returns null, without running the work, if there is no place in
   * the queue or the turn does not come in time.
   */
  run<T>(network: string, work: () => Promise<T>): Promise<{ readonly value: T } | null>;
}

export function createStrangerQueue(clock: Clock): StrangerQueue {
  const turns = createFairQueue({
    maxRunning: MAX_ADDRESS_INVOICES_AT_ONCE,
    maxRunningOfNetwork: 1,
    maxWaiting: MAX_WAITING_CALLBACKS,
    maxWaitingKnown: 0,
  });
  return {
    run: async (network, work) => {
      const begun = new AbortController();
      const late = new AbortController();
      void clock.sleep(CALLBACK_WAIT_MS, begun.signal).then(() => late.abort());
      const begin = (): ReturnType<typeof work> => {
        begun.abort();
        return work();
      };
      try {
        return await turns.run({ network, knownUserId: null }, begin, late.signal);
      } finally {
        begun.abort();
      }
    },
  };
}

/**
 * Runs work at once, outside of the turns. This is for users of the service, who have limits of
 * their own and do not wait for strangers.
 */
export const WITHOUT_QUEUE: StrangerQueue = {
  run: async (_, work) => ({ value: await work() }),
};
