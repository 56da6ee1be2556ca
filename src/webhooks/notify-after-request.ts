import type { Notifier } from '../base/notifier.ts';
import type { DeliveryLogStore } from './delivery-log-store.ts';

/**
 * Wakes the loop that delivers after a user asked for messages, so that these are sent immediately
 * if the loop runs in this process.
 */
export function notifyAfterRequest(log: DeliveryLogStore, notifier: Notifier): DeliveryLogStore {
  const after = async <T>(work: Promise<T>): Promise<T> => {
    const outcome = await work;
    notifier.notify();
    return outcome;
  };
  return {
    ...log,
    replay: (owner, delivery) => after(log.replay(owner, delivery)),
    recover: (owner, window) => after(log.recover(owner, window)),
    sendTest: (owner, test) => after(log.sendTest(owner, test)),
  };
}
