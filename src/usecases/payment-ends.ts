/**
 * Wakes those in this process who wait for the end of a payment. Only a hint: whoever wakes looks
 * at the store, and whoever waits looks there from time to time too.
 */
export interface PaymentEnds {
  /** Resolves when `announce` names the payment, or when the signal aborts. */
  next(paymentId: string, signal: AbortSignal): Promise<void>;
  announce(paymentId: string): void;
}

export function createPaymentEnds(): PaymentEnds {
  const waiting = new Map<string, Set<() => void>>();

  const remove = (paymentId: string, wake: () => void): void => {
    const wakers = waiting.get(paymentId);
    wakers?.delete(wake);
    if (wakers?.size === 0) waiting.delete(paymentId);
  };

  return {
    next: (paymentId, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const wake = (): void => {
          remove(paymentId, wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        signal.addEventListener('abort', wake, { once: true });
        const wakers = waiting.get(paymentId) ?? new Set();
        waiting.set(paymentId, wakers.add(wake));
      }),
    announce: (paymentId) => {
      for (const wake of [...(waiting.get(paymentId) ?? [])]) wake();
    },
  };
}
