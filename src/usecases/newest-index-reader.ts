import type { LightningNode } from '../lightning/node-port.ts';

/** Answers the node's newest payment index, read after the call was made. */
export type NewestIndexReader = () => Promise<bigint>;

/**
 * Whoever asks while a read is under way waits for the next one, together with all others: an
 * answer that was begun before somebody's money was reserved says nothing about his payment.
 */
export function createNewestIndexReader(
  node: Pick<LightningNode, 'newestPaymentIndex'>,
): NewestIndexReader {
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<bigint> | null = null;

  return () => {
    next ??= running.then(() => {
      const read = node.newestPaymentIndex();
      running = read.catch(() => undefined);
      next = null;
      return read;
    });
    return next;
  };
}
