import type { Clock } from '../base/clock.ts';
import { createFairQueue } from '../base/fair-queue.ts';
import { CALLBACK_WAIT_MS, MAX_ADDRESS_INVOICES_AT_ONCE, MAX_WAITING_CALLBACKS } from './limits.ts';

/**
 * A queue in which invoices for strangers are made, a few at a time, and in which networks take
 * turns: so the node has time for users even while many networks ask at once.
 */
export interface StrangerQueue {
  /**
   * Runs work in its turn. Answers null when this network would wait too long: then the work never
   * begins.
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

/** A queue for users of this service, who have limits of their own and never wait for strangers. */
export const WITHOUT_QUEUE: StrangerQueue = {
  run: async (_, work) => ({ value: await work() }),
};
