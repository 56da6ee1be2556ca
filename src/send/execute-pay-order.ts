import { type Caller, OPERATOR_GRANT } from '../authorization/caller.ts';
import { assert } from '../base/assert.ts';
import type { Log } from '../base/log.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import { type PayPlannedDeps, payPlanned } from '../payments/pay-planned.ts';
import { deriveIds } from '../payments/planned-ids.ts';
import { findStarted } from './find-paid.ts';
import { parseDestination } from './parse-destination.ts';
import { type PreparedInvoice, preparePayment } from './prepare-payment.ts';
import type { SendDeps } from './send-deps.ts';
import { sendRefusalText } from './send-refusal-text.ts';
import type { SendRefusal } from './send-refusals.ts';
import type { OrderEnd, PayOrder, PayOrderStore } from './stores/pay-order-store.ts';

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
 * Pays an order of the operator. It may run twice, or beside another run: all of them pay the
 * invoice that was stored first, under the ids that follow from the order.
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
  const invoice = order.invoice ?? (await findAndKeep(deps, order, signal));
  if (invoice === null) return;
  const end = await pay(deps, order, invoice);
  await payOrders.endOrder(orderId, end);
  log.info({ orderId, userId, ...end }, 'an order of the operator has ended');
}

/**
 * Gets an invoice for the order and stores it; null when the order has ended, because it was
 * refused here, has expired, or was ended by another run.
 */
async function findAndKeep(
  deps: ExecutePayOrderDeps,
  order: PayOrder,
  signal: AbortSignal,
): Promise<PreparedInvoice | null> {
  const { payOrders } = deps;
  const found = await findInvoice(deps, order, signal);
  if (found.ok) return await payOrders.keepInvoice(order.id, found.value);
  // This process stops, or has lost the order: another run carries it out.
  signal.throwIfAborted();
  // Another run may have got further: then its invoice counts, which it may have paid by now.
  const again = await payOrders.beginOrder(order.id);
  if (again === null || again.invoice !== null) return again?.invoice ?? null;
  await payOrders.endOrder(order.id, {
    kind: 'refused',
    refusal: sendRefusalText(found.refusal),
  });
  return null;
}

async function pay(
  deps: ExecutePayOrderDeps,
  order: PayOrder,
  invoice: PreparedInvoice,
): Promise<OrderEnd> {
  const { userId } = order;
  if (deps.clock.now() >= order.deadline) {
    // No payment begins so late, but one that has begun goes on.
    const begun = await findStarted(deps.payments, userId, invoice.bolt11);
    return begun === null ? NOT_IN_TIME : { kind: 'payment', paymentId: begun.id };
  }
  const context = { caller: operatorFor(userId), idempotency: null };
  const planned = { ids: deriveIds(deps.planKey, order), order: invoice, maxFeeSat: null };
  const answer = await payPlanned(deps, context, planned);
  if (answer.ok) return { kind: 'payment', paymentId: answer.value.id };
  const { refusal } = answer;
  if (refusal.kind === 'payment_pending') return { kind: 'payment', paymentId: refusal.paymentId };
  return { kind: 'refused', refusal: deps.payRefusalText(refusal) };
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

async function findInvoice(
  deps: ExecutePayOrderDeps,
  { text, ...choice }: PayOrder,
  signal: AbortSignal,
): Promise<Result<PreparedInvoice, SendRefusal>> {
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
        // A keysend is refused: when two runs overlap, a run of an earlier version could not tell
        // that another run has already paid, because there is no invoice to compare.
        case 'keysend':
          return refuse({ kind: 'unpayable_text', why: 'not_understood' });
        // An order keeps an invoice, and has no word for how soon a block shall have it.
        case 'onchain':
          return refuse({ kind: 'unpayable_text', why: 'onchain' });
      }
    }
  }
}
