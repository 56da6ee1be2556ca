/** Writes, a moment later and together with others, which payments the node has acknowledged. */

import { type RetryUntilDoneDeps, retryUntilDone } from '../base/retry-until-done.ts';
import type { Acknowledgement, PaymentStore } from './payment-store.ts';

export interface AcknowledgementWriterDeps extends RetryUntilDoneDeps {
  readonly payments: Pick<PaymentStore, 'markAcknowledged'>;
  /** Aborting this signal writes waiting acknowledgements immediately. */
  readonly stop: AbortSignal;
}

/**
 * Payments that the node has acknowledged, on their way into the store. Most payments end soon, and
 * their end says more: so an acknowledgement waits briefly and is written together with others. A
 * crash meanwhile costs no more than a crash before it: recovery asks the node.
 */
export interface AcknowledgementWriter {
  add(acknowledgement: Acknowledgement): void;
  /** Drops an acknowledgement that the known end of its payment makes superfluous. */
  drop(paymentId: string): void;
  /** Resolves when this payment's acknowledgement, if any, is written or was given up. */
  write(paymentId: string): Promise<void>;
}

/** An acknowledgement waits for one to two such pauses. */
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
