import { assert } from '../base/assert.ts';
import type { IdempotencyTarget } from '../base/idempotency.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { RowGone } from '../base/row-gone.ts';
import { leavesByNode, type Payment } from '../ledger/payment.ts';
import { isOpen } from '../ledger/payment-state.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { PayAnswer } from './await-outcome.ts';
import type { BatchItem, BatchStore, PaymentBatch } from './batch-store.ts';
import { restoreRefusal } from './item-refusal.ts';
import type { KeysendOrder } from './keysend-order.ts';
import type { PaymentStore } from './payment-store.ts';
import { answerPayment, type WaitDeps } from './wait-for-payment.ts';

/** The results of the items of a batch, in the order of the request. */
export type BatchAnswer = readonly BatchItemAnswer[];

export interface BatchItemAnswer {
  readonly order: KeysendOrder;
  readonly result: PayAnswer;
}

export interface RepeatBatchDeps extends Omit<WaitDeps, 'payments'> {
  readonly payments: Pick<PaymentStore, 'findPayments' | 'confirmSeen'>;
  readonly batches: Pick<BatchStore, 'findBatch'>;
}

/**
 * The interval at which a batch is read again while another call, here or in another process, is
 * running it.
 */
const LOOK_EVERY_MS = 500;

/**
 * Answers a repeated batch of keysends when the batch ends or the wait is over. A repeated call
 * never starts a payment.
 */
export async function repeatBatch(
  deps: RepeatBatchDeps,
  target: IdempotencyTarget,
  deadlineMs: number,
): Promise<Result<BatchAnswer, PayRefusal>> {
  // The earlier call with this idempotency key was of the same kind. Otherwise this call would have
  // been refused before, because the hash of a request covers its path.
  assert(target.kind === 'batch', 'a repeated multi keysend finds a batch');
  for (;;) {
    const { batch, payments } = await readBatch(deps, target.id);
    const leftMs = deadlineMs - deps.clock.monotonicMs();
    if (hasEnded(batch, payments) || leftMs <= 0 || deps.shutdown.aborted) {
      // Only the database proves a payment within this service. So such a payment must be on a
      // standby before anyone is told of it, as in `answerRepeat` for a single payment.
      const isInside = [...payments.values()].some((payment) => !leavesByNode(payment));
      if (isInside) await deps.payments.confirmSeen();
      return accept(batch.items.map((item) => answerItem(item, payments)));
    }
    await deps.clock.sleep(Math.min(leftMs, LOOK_EVERY_MS), deps.shutdown);
  }
}

type PaymentsById = ReadonlyMap<string, Payment>;

async function readBatch(
  deps: RepeatBatchDeps,
  batchId: string,
): Promise<{ batch: PaymentBatch; payments: PaymentsById }> {
  const batch = await deps.batches.findBatch(batchId);
  if (batch === null) throw new RowGone('the batch is not in the database any more');
  const started = batch.items.filter((item) => item.state === 'started');
  const payments = await deps.payments.findPayments(started.map((item) => item.paymentId));
  return { batch, payments: new Map(payments.map((payment) => [payment.id, payment])) };
}

const hasEnded = (batch: PaymentBatch, payments: PaymentsById): boolean =>
  batch.items.every((item) => item.state !== 'pending') &&
  [...payments.values()].every((payment) => !isOpen(payment.state));

function answerItem(item: BatchItem, payments: PaymentsById): BatchItemAnswer {
  return { order: toKeysendOrder(item), result: answerItemState(item, payments) };
}

function answerItemState(item: BatchItem, payments: PaymentsById): PayAnswer {
  switch (item.state) {
    case 'refused':
      assert(item.refusal !== null, 'a refused item says why');
      return refuse(restoreRefusal(item.refusal));
    case 'cancelled':
      return refuse({ kind: 'batch_item_cancelled' });
    case 'pending':
      return refuse({ kind: 'payment_pending', paymentId: item.paymentId });
    case 'started': {
      const payment = payments.get(item.paymentId);
      if (payment === undefined) throw new RowGone('a payment is not in the database any more');
      return answerPayment(payment);
    }
  }
}

export const toKeysendOrder = (item: BatchItem): KeysendOrder => ({
  destination: item.destination,
  amountMsat: item.amountMsat,
  memo: item.memo,
  recordsText: item.recordsText,
});
