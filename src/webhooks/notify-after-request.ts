import type { Notifier } from '../base/notifier.ts';
import type { DeliveryLogStore } from './delivery-log-store.ts';

/**
 * Wakes the worker after messages were asked for, so that they are sent immediately if this process
 * delivers too.
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
