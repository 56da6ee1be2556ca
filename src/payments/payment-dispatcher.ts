import { createBackgroundTasks } from '../background/background-tasks.ts';
import { retryUntilDone } from '../base/retry-until-done.ts';
import { createSemaphore } from '../base/semaphore.ts';
import { WRITTEN_LATE_MS } from '../ledger/money-store.ts';
import type { Payment } from '../ledger/payment.ts';
import { NEVER_SENT } from '../ledger/payment-failure.ts';
import { createAcknowledgementWriter } from './acknowledgement-writer.ts';
import { type DispatchDeps, dispatchPayment } from './dispatch-payment.ts';
import { MAX_SILENT_SEND_ASKS } from './payment-config.ts';

/** Drives the payments of this process, whether or not their callers still wait. */
export interface PaymentDispatcher {
  /** Hands a reserved payment to the node; one that it drives already is left as it is. */
  start(payment: Payment): void;
  /** Whether this process is still working on a payment that it was given. */
  drives(paymentId: string): boolean;
  /**
   * Gives up a payment whose reserve had no answer: the money goes back, if it was written by it.
   */
  abandon(paymentId: string): void;
  /** Waits until no payment is driven any more; soon after the stop signal. */
  drain(): Promise<void>;
}

export type DispatcherDeps = Omit<DispatchDeps, 'acknowledgements' | 'asks'>;

export function createPaymentDispatcher(shared: DispatcherDeps): PaymentDispatcher {
  const acknowledgements = createAcknowledgementWriter(shared);
  const deps = { ...shared, acknowledgements, asks: createSemaphore(MAX_SILENT_SEND_ASKS) };
  const tasks = createBackgroundTasks(deps.log);
  const driven = new Set<string>();
  return {
    start: (payment) => {
      if (driven.has(payment.id)) return;
      driven.add(payment.id);
      tasks.start('sending a payment', () =>
        dispatchPayment(deps, payment).finally(() => driven.delete(payment.id)),
      );
    },
    drives: (paymentId) => driven.has(paymentId),
    abandon: (paymentId) =>
      tasks.start('giving up a payment', async () => {
        const end = { kind: 'failed', failure: NEVER_SENT, onlyFrom: 'reserved' } as const;
        const event = { paymentId, at: deps.clock.now(), end };
        /** A payment that another start has reserved under the same ids is left to that start. */
        const giveUp = (): Promise<'written' | 'absent'> =>
          retryUntilDone(deps, 'giving up a payment', deps.stop, async () => {
            const payment = await deps.payments.findPayment(paymentId);
            if (payment === null) return 'absent';
            const isOurs = payment.dispatch.ownerProcessId === deps.processId;
            if (isOurs && !driven.has(paymentId)) await deps.money.resolve(event);
            return 'written';
          });
        if ((await giveUp()) === 'written') return;
        await deps.clock.sleep(WRITTEN_LATE_MS, deps.stop);
        await giveUp();
      }),
    drain: () => tasks.drain(),
  };
}
