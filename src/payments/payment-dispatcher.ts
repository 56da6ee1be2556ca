import { createBackgroundTasks } from '../background/background-tasks.ts';
import { retryUntilDone } from '../base/retry-until-done.ts';
import { createSemaphore } from '../base/semaphore.ts';
import { WRITTEN_LATE_MS } from '../ledger/money-store.ts';
import type { Payment } from '../ledger/payment.ts';
import { NEVER_SENT } from '../ledger/payment-failure.ts';
import { createAcknowledgementWriter } from './acknowledgement-writer.ts';
import { type DispatchDeps, dispatchPayment } from './dispatch-payment.ts';
import { MAX_SILENT_SEND_ASKS } from './payment-config.ts';

/** Sends the payments of this process and follows them, whether or not their callers still wait. */
export interface PaymentDispatcher {
  /**
   * Hands a reserved payment to the node. Does nothing if this process is already sending the
   * payment.
   */
  start(payment: Payment): void;
  /** Whether this process is still sending or following a payment. */
  drives(paymentId: string): boolean;
  /**
   * Gives up a payment when the database did not answer the call that reserved it. If the payment
   * was reserved after all, its money is returned.
   */
  abandon(paymentId: string): void;
  /** Runs work that starts payments and goes on after its caller has got an answer. */
  run(name: string, work: () => Promise<void>): void;
  /**
   * Waits until this process is sending and following no payment, which takes only a moment after
   * the stop signal.
   */
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
        /**
         * Gives up the payment, unless another process has reserved it under the same ids: then the
         * payment is left to that process.
         */
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
    run: tasks.start,
    drain: () => tasks.drain(),
  };
}
