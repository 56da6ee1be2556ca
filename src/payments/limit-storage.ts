import type { StorageAllowance, StorageRefusal } from '../access/storage-allowance.ts';
import type { Money } from '../ledger/money.ts';
import type { InternalPaymentOutcome, ReserveOutcome } from '../ledger/money-store.ts';
import type { PaymentOrder } from '../ledger/payment.ts';
import { batchItemBytes, internalPaymentBytes, nodePaymentBytes } from '../ledger/stored-bytes.ts';
import type { BatchStore } from './batch-store.ts';

/**
 * Asks the allowance of stored bytes before a payment is written, and gives back what a refused one
 * did not use. An event that may have been written is not asked for again: a repeat finds out.
 */
export function limitStorage(money: Money, storage: StorageAllowance): Money {
  const admitted = new WeakSet<object>();
  const limited = async <Outcome extends ReserveOutcome | InternalPaymentOutcome>(
    event: { readonly order: PaymentOrder },
    bytes: number,
    attempt: () => Promise<Outcome>,
  ): Promise<Outcome | { readonly kind: 'refused'; readonly refusal: StorageRefusal }> => {
    const { order } = event;
    if (admitted.has(event)) return await attempt();
    if (!(await storage.hasRoom(order, order.createdAt))) {
      return { kind: 'refused', refusal: { kind: 'storage_used_up' } };
    }
    storage.count(order, bytes);
    try {
      const outcome = await attempt();
      const isWritten = outcome.kind === 'reserved' || outcome.kind === 'settled';
      if (!isWritten) storage.count(order, -bytes);
      return outcome;
    } catch (error) {
      admitted.add(event);
      throw error;
    }
  };
  return {
    ...money,
    reserve: (event) => limited(event, nodePaymentBytes(event), () => money.reserve(event)),
    settleInternal: (event) =>
      limited(event, internalPaymentBytes(event), () => money.settleInternal(event)),
  };
}

/** The items of a batch are written before any of them is a payment, and stay. */
export const limitBatchStorage = (batches: BatchStore, storage: StorageAllowance): BatchStore => ({
  ...batches,
  insertBatch: async (batch, grantId, claim) => {
    const caller = { userId: batch.userId, grantId };
    if (!(await storage.hasRoom(caller, batch.createdAt))) return { kind: 'storage_used_up' };
    const outcome = await batches.insertBatch(batch, grantId, claim);
    if (outcome.kind === 'inserted') {
      const bytes = batch.items.reduce((sum, item) => sum + batchItemBytes(item), 0);
      storage.count(caller, bytes);
    }
    return outcome;
  },
});
