/**
 * Writes which payments the node has acknowledged. The writes are delayed by a moment, so that many
 * of them are written together.
 */

import { type RetryUntilDoneDeps, retryUntilDone } from '../base/retry-until-done.ts';
import type { Acknowledgement, PaymentStore } from './payment-store.ts';

export interface AcknowledgementWriterDeps extends RetryUntilDoneDeps {
  readonly payments: Pick<PaymentStore, 'markAcknowledged'>;
  /**
   * Aborts when the process is stopping. Acknowledgements that still wait are then written at once.
   */
  readonly stop: AbortSignal;
}

/**
 * Node acknowledgements that are waiting to be written to the database: the node has the payment.
 * Most payments end soon, and their end makes the acknowledgement superfluous. So an
 * acknowledgement waits briefly and is then written together with others. If the process crashes
 * while it waits, nothing is lost, because recovery asks the node.
 */
export interface AcknowledgementWriter {
  add(acknowledgement: Acknowledgement): void;
  /**
   * Drops a waiting acknowledgement that is superfluous, because the end of its payment is known.
   */
  drop(paymentId: string): void;
  /**
   * Resolves when the acknowledgement of this payment was written or was given up, or if there is
   * none.
   */
  write(paymentId: string): Promise<void>;
}

/** The pause between two writes. An acknowledgement waits for at most two of them. */
const PAUSE_MS = 50;

export function createAcknowledgementWriter(
  deps: AcknowledgementWriterDeps,
): AcknowledgementWriter {
  let young = new Map<string, Acknowledgement>();
  let old = new Map<string, Acknowledgement>();
  const writing = new Map<string, Promise<void>>();
  let isRunning = false;

  const begin = (acknowledgement: Acknowledgement): Promise<void> => {
    const { paymentId } = acknowledgement;
    const written = retryUntilDone(deps, 'marking a payment as acknowledged', deps.stop, () =>
      deps.payments.markAcknowledged(acknowledgement),
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
      for (const acknowledgement of due.values()) void begin(acknowledgement);
    }
    isRunning = false;
  };

  return {
    add(acknowledgement) {
      young.set(acknowledgement.paymentId, acknowledgement);
      if (isRunning) return;
      isRunning = true;
      void run();
    },
    drop(paymentId) {
      young.delete(paymentId);
      old.delete(paymentId);
    },
    async write(paymentId) {
      const acknowledgement = young.get(paymentId) ?? old.get(paymentId);
      this.drop(paymentId);
      await (acknowledgement === undefined ? writing.get(paymentId) : begin(acknowledgement));
    },
  };
}
