import { type RetryUntilDoneDeps, retryUntilDone } from '../base/retry-until-done.ts';
import type { Acknowledgement, PaymentStore } from './payment-store.ts';

export interface InFlightWriterDeps extends RetryUntilDoneDeps {
  readonly payments: Pick<PaymentStore, 'markAcknowledged'>;
  /** Ends the pause: waiting marks are written immediately. */
  readonly stop: AbortSignal;
}

/**
 * Which payments the node has acknowledged, on their way into the store. Most payments end soon,
 * and their end says more. So a mark waits briefly and is written together with others. A crash
 * meanwhile costs no more than a crash before the acknowledgement: recovery asks the node.
 */
export interface InFlightWriter {
  add(mark: Acknowledgement): void;
  /** The end of the payment is known and makes the mark superfluous. */
  drop(paymentId: string): void;
  /** Resolves when this payment's mark, if any, is written or was given up. */
  write(paymentId: string): Promise<void>;
}

/** A mark waits for one to two such pauses. */
const PAUSE_MS = 50;

export function createInFlightWriter(deps: InFlightWriterDeps): InFlightWriter {
  let young = new Map<string, Acknowledgement>();
  let old = new Map<string, Acknowledgement>();
  const writing = new Map<string, Promise<void>>();
  let isRunning = false;

  const begin = (mark: Acknowledgement): Promise<void> => {
    const { paymentId } = mark;
    const written = retryUntilDone(deps, 'marking a payment as acknowledged', deps.stop, () =>
      deps.payments.markAcknowledged(mark),
    )
      .catch((error: unknown) => deps.log.error({ error, paymentId }, 'a mark is missing'))
      .finally(() => writing.delete(paymentId));
    writing.set(paymentId, written);
    return written;
  };

  const run = async (): Promise<void> => {
    while (young.size + old.size > 0) {
      await deps.clock.sleep(PAUSE_MS, deps.stop);
      const due = old;
      old = young;
      young = new Map();
      for (const mark of due.values()) void begin(mark);
    }
    isRunning = false;
  };

  return {
    add(mark) {
      young.set(mark.paymentId, mark);
      if (isRunning) return;
      isRunning = true;
      void run();
    },
    drop(paymentId) {
      young.delete(paymentId);
      old.delete(paymentId);
    },
    async write(paymentId) {
      const mark = young.get(paymentId) ?? old.get(paymentId);
      this.drop(paymentId);
      await (mark === undefined ? writing.get(paymentId) : begin(mark));
    },
  };
}
