import { type Caller, OPERATOR_GRANT } from '../authorization/caller.ts';
import { assert } from '../base/assert.ts';
import type { Log } from '../base/log.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { type PayPlannedDeps, payPlanned } from '../payments/pay-planned.ts';
import { deriveIds, type PlannedIds } from '../payments/planned-ids.ts';
import { findStarted } from './find-paid.ts';
import { parseDestination } from './parse-destination.ts';
import { preparePayment } from './prepare-payment.ts';
import type { SendDeps } from './send-deps.ts';
import { sendRefusalText } from './send-refusal-text.ts';
import type { SendRefusal } from './send-refusals.ts';
import type { OrderEnd, PayOrder, PayOrderStore, PreparedOrder } from './stores/pay-order-store.ts';

export interface ExecutePayOrderDeps extends SendDeps, PayPlannedDeps {
  readonly config: SendDeps['config'] & PayPlannedDeps['config'];
  readonly withdrawals: PayPlannedDeps['withdrawals'];
  readonly payOrders: PayOrderStore;
  /** The key from which the ids of payments are derived, see planned-ids.ts. */
  readonly planKey: Uint8Array;
  readonly payRefusalText: (refusal: PayRefusal) => string;
  readonly log: Log;
}

/** Runs the job that pays an order of the operator (the command `pay`). */
export async function payOrder(
  deps: ExecutePayOrderDeps,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const isOrder = typeof payload === 'object' && payload !== null && 'orderId' in payload;
  assert(isOrder && typeof payload.orderId === 'string', 'the payload names an order');
  await executePayOrder(deps, payload.orderId, signal);
}

/**
 * Pays an order of the operator. Two runs may overlap, or follow each other: each pays only what
 * was stored first, under ids that are derived from the order, so there is one payment.
 */
export async function executePayOrder(
  deps: ExecutePayOrderDeps,
  orderId: string,
  signal: AbortSignal,
): Promise<void> {
  const { payOrders, log } = deps;
  const order = await payOrders.beginOrder(orderId);
  if (order === null) return;
  const { userId } = order;
  log.info({ orderId, userId, amountSat: order.amountSat }, 'the operator ordered a payment');
  const prepared = order.prepared ?? (await findAndKeep(deps, order, signal));
  if (prepared === null) return;
  const end = await pay(deps, order, prepared);
  await payOrders.endOrder(orderId, end);
  log.info({ orderId, userId, ...end }, 'an order of the operator has ended');
}

/**
 * Gets an invoice for the order and stores it; null when the order has ended, because it was
 * refused, has expired, or was ended by another run.
 */
async function findAndKeep(
  deps: ExecutePayOrderDeps,
  order: PayOrder,
  signal: AbortSignal,
): Promise<PreparedOrder | null> {
  const { payOrders } = deps;
  const found = await prepareOrder(deps, order, signal);
  if (found.ok) return await payOrders.keepPrepared(order.id, found.value);
  // If this process is stopping, or another process has taken the order over, this run ends here. A
  // later run, or that of the other process, carries the order out.
  signal.throwIfAborted();
  // Another run may have got further: then what it stored counts, and may be paid already.
  const again = await payOrders.beginOrder(order.id);
  if (again === null || again.prepared !== null) return again?.prepared ?? null;
  await payOrders.endOrder(order.id, {
    kind: 'refused',
    refusal: sendRefusalText(found.refusal),
  });
  return null;
}

async function pay(
  deps: ExecutePayOrderDeps,
  order: PayOrder,
  prepared: PreparedOrder,
): Promise<OrderEnd> {
  const { userId } = order;
  const ids = deriveIds(deps.planKey, order);
  if (deps.clock.now() >= order.deadline) {
    // The order's deadline has passed: no payment begins any more, but one that has begun goes on.
    return (await findBegun(deps, order, prepared, ids)) ?? NOT_IN_TIME;
  }
  const context = { caller: operatorFor(userId), idempotency: null };
  const maxFeeSat = prepared.kind === 'onchain' ? (prepared.fee?.mostSat ?? null) : null;
  const answer = await payPlanned(deps, context, { ids, order: prepared, maxFeeSat });
  if (answer.ok) return endWith(prepared, answer.value.id);
  const { refusal } = answer;
  if (refusal.kind === 'payment_pending') return endWith(prepared, refusal.paymentId);
  return { kind: 'refused', refusal: deps.payRefusalText(refusal) };
}

const endWith = ({ kind }: PreparedOrder, id: string): OrderEnd =>
  kind === 'onchain'
    ? { kind: 'withdrawal', withdrawalId: id }
    : { kind: 'payment', paymentId: id };

async function findBegun(
  { payments, withdrawals }: ExecutePayOrderDeps,
  { userId }: PayOrder,
  prepared: PreparedOrder,
  { paymentId }: PlannedIds,
): Promise<OrderEnd | null> {
  const begun =
    prepared.kind === 'onchain'
      ? await withdrawals.find(paymentId)
      : await findStarted(payments, userId, prepared.bolt11);
  return begun && endWith(prepared, begun.id);
}

const NOT_IN_TIME: OrderEnd = {
  kind: 'refused',
  refusal: 'it was not paid in time, and will not be paid any more',
};

/** The caller for an order of the operator, who acts for the user without a token of theirs. */
const operatorFor = (userId: string): Caller => ({
  grantId: OPERATOR_GRANT,
  userId,
  clientId: null,
  scopes: new Set(),
});

async function prepareOrder(
  deps: ExecutePayOrderDeps,
  { text, ...choice }: PayOrder,
  signal: AbortSignal,
): Promise<Result<PreparedOrder, SendRefusal>> {
  const resolved = await parseDestination(deps, text, signal);
  if (!resolved.ok) return resolved;
  switch (resolved.value.kind) {
    case 'withdraw':
      return refuse({ kind: 'unpayable_text', why: 'withdraw_link' });
    case 'send': {
      const { target } = resolved.value;
      const prepared = await preparePayment(deps, target, choice, signal);
      if (!prepared.ok) return prepared;
      switch (prepared.value.kind) {
        case 'bolt11':
          if (!prepared.value.isHashConfirmed) {
            const { payee } = target;
            deps.log.warn({ payee }, 'the invoice does not commit to what the payee told');
          }
          return accept(prepared.value);
        // A keysend is refused: without an invoice, two overlapping runs of different versions
        // could not tell that one of them has paid.
        case 'keysend':
          return refuse({ kind: 'unpayable_text', why: 'not_understood' });
        case 'onchain':
          return accept(prepared.value);
      }
    }
  }
}
