import type { StorageAllowance, StorageRefusal } from '../authorization/storage-allowance.ts';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import type { Money } from '../ledger/money.ts';
import type { InternalPaymentOutcome, ReserveOutcome } from '../ledger/money-store.ts';
import type { PaymentOrder } from '../ledger/payment.ts';
import { internalPaymentBytes, nodePaymentBytes } from '../ledger/stored-bytes.ts';
import type { PaymentStore } from './payment-store.ts';

/**
 * Checks the limit of stored bytes before a payment is written, and gives back the bytes of a
 * payment that was refused. A payment that may have been written already is not counted twice when
 * it is repeated. When the limit is reached, a call that repeats an earlier one still gets its
 * answer.
 */
export function limitStorage(
  money: Money,
  storage: StorageAllowance,
  payments: Pick<PaymentStore, 'readForPayment'>,
): Money {
  const admitted = new WeakSet<object>();
  const running = new Map<string, Set<Promise<unknown>>>();
  /**
   * Whether this call repeats an earlier payment. Calls that are running for the same user are
   * awaited first, because one of them may be writing that payment.
   */
  const isRepeat = async ({ order, idempotency }: LimitedEvent): Promise<boolean> => {
    await Promise.allSettled(running.get(order.userId) ?? []);
    const { payment, idempotency: stored } = await payments.readForPayment({
      userId: order.userId,
      grantId: order.grantId,
      paymentHash: order.paymentHash,
      payeeIdentifier: null,
      idempotencyKey: idempotency?.key ?? null,
    });
    return payment !== null || stored !== null;
  };
  const run = async <Outcome>(userId: string, attempt: () => Promise<Outcome>) => {
    const ofUser = running.get(userId) ?? new Set();
    running.set(userId, ofUser);
    const attempted = attempt();
    ofUser.add(attempted);
    try {
      return await attempted;
    } finally {
      ofUser.delete(attempted);
      if (ofUser.size === 0) running.delete(userId);
    }
  };
  const limited = async <Outcome extends ReserveOutcome | InternalPaymentOutcome>(
    event: LimitedEvent,
    bytes: number,
    attempt: () => Promise<Outcome>,
  ): Promise<Outcome | { readonly kind: 'refused'; readonly refusal: StorageRefusal }> => {
    const { order } = event;
    if (admitted.has(event)) {
      const outcome = await attempt();
      // Then the earlier try, whose answer was lost, has not written the payment either.
      if (outcome.kind === 'refused' || outcome.kind === 'stale') {
        admitted.delete(event);
        storage.count(order, -bytes);
      }
      return outcome;
    }
    if (!(await storage.hasRoom(order, order.createdAt)) && !(await isRepeat(event))) {
      return { kind: 'refused', refusal: { kind: 'storage_used_up' } };
    }
    storage.count(order, bytes);
    try {
      const outcome = await run(order.userId, attempt);
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

interface LimitedEvent {
  readonly order: PaymentOrder;
  readonly idempotency: IdempotencyClaim | null;
}
