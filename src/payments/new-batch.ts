import type { Caller } from '../authorization/caller.ts';
import { newUuid } from '../base/id.ts';
import type { BatchItem, PaymentBatch } from './batch-store.ts';
import { storeRefusal } from './item-refusal.ts';
import { type BatchOrder, checkKeysendOrder } from './keysend-order.ts';
import type { PayDeps } from './pay-deps.ts';
import { drawIds } from './planned-ids.ts';

type NewBatchDeps = Pick<PayDeps, 'clock' | 'random' | 'processId'>;

/**
 * Makes a batch of keysends, with ids and preimages for all items. Invalid items are part of the
 * batch, as refused ones.
 */
export function newBatch(
  deps: NewBatchDeps,
  { userId }: Pick<Caller, 'userId'>,
  orders: readonly BatchOrder[],
): PaymentBatch {
  return {
    id: newUuid(deps.clock, deps.random),
    userId,
    ownerProcessId: deps.processId,
    createdAt: deps.clock.now(),
    items: orders.map((order, index) => newItem(deps, order, index)),
  };
}

function newItem(deps: NewBatchDeps, order: BatchOrder, index: number): BatchItem {
  const checked = checkKeysendOrder(order);
  return {
    ...drawIds(deps),
    index,
    state: checked.ok ? 'pending' : 'refused',
    destination: order.destination,
    amountMsat: order.amountMsat,
    memo: order.memo,
    records: checked.ok ? checked.value.records : new Map(),
    recordsText: order.recordsText,
    refusal: checked.ok ? null : storeRefusal(checked.refusal),
    maxFeeSat: order.maxFeeSat,
  };
}
