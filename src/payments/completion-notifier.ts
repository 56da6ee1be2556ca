import type { Payment } from '../ledger/payment.ts';

/**
 * Wakes callers in this process that wait for the end of a payment. Other processes end payments
 * too, and their ends are not announced here, so waiting callers also read the store from time to
 * time.
 */
export interface CompletionNotifier {
  /**
   * Resolves when the payment ends, with the ended payment if this process has it; with null when
   * the caller has to read it, or when the process is stopping.
   */
  next(paymentId: string, signal: AbortSignal): Promise<Payment | null>;
  announce(paymentId: string, ended: Payment | null): void;
  /** The number of callers in this process that wait for a payment. */
  countWaiting(paymentId: string): number;
}

type Wake = (ended: Payment | null) => void;

export function createCompletionNotifier(shutdown: AbortSignal): CompletionNotifier {
  const waiting = new Map<string, Set<Wake>>();

  const remove = (paymentId: string, wake: Wake): void => {
    const wakers = waiting.get(paymentId);
    wakers?.delete(wake);
    if (wakers?.size === 0) waiting.delete(paymentId);
  };

  const wakeAll = (paymentId: string, ended: Payment | null): void => {
    for (const wake of [...(waiting.get(paymentId) ?? [])]) wake(ended);
  };
  // One listener of the stop signal serves all waiting callers, because a combined signal for each
  // caller would cost more than the wait.
  shutdown.addEventListener('abort', () => {
    for (const paymentId of [...waiting.keys()]) wakeAll(paymentId, null);
  });

  return {
    next: (paymentId, signal) =>
      new Promise((resolve) => {
        if (signal.aborted || shutdown.aborted) return resolve(null);
        const giveUp = (): void => wake(null);
        const wake: Wake = (ended) => {
          remove(paymentId, wake);
          signal.removeEventListener('abort', giveUp);
          resolve(ended);
        };
        signal.addEventListener('abort', giveUp, { once: true });
        const wakers = waiting.get(paymentId) ?? new Set();
        waiting.set(paymentId, wakers.add(wake));
      }),
    announce: wakeAll,
    countWaiting: (paymentId) => waiting.get(paymentId)?.size ?? 0,
  };
}
