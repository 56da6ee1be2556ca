import { type Caller, OPERATOR_GRANT } from '../access/caller.ts';
import { satToMsat } from '../base/amount.ts';
import type { Log } from '../base/log.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { PayRefusal } from '../ledger/wallet-refusals.ts';
import type { PayAnswer } from '../payments/await-outcome.ts';
import type { PayDeps } from '../payments/pay-deps.ts';
import { payInvoice } from '../payments/pay-invoice.ts';
import { findStarted } from './find-paid.ts';
import { parseDestination } from './parse-destination.ts';
import { type PreparedInvoice, preparePayment } from './prepare-payment.ts';
import type { SendDeps } from './send-deps.ts';
import { sendRefusalText } from './send-refusal-text.ts';
import type { SendRefusal } from './send-refusals.ts';
import type {
  OrderEnd,
  OrderedInvoice,
  PayOrder,
  PayOrderStore,
} from './stores/pay-order-store.ts';

export interface ExecutePayOrderDeps extends SendDeps, PayDeps {
  readonly config: SendDeps['config'] & PayDeps['config'];
  readonly payOrders: PayOrderStore;
  readonly payRefusalText: (refusal: PayRefusal) => string;
  readonly log: Log;
}

/**
 * Pays what the operator ordered. It may run twice, or beside another run: all of them pay the
 * invoice that was stored first, and a user pays an invoice only once.
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
  const isTooLate = deps.clock.now() >= order.deadline;
  const end = await (isTooLate ? endLate : pay)(deps, order, invoice);
  await payOrders.endOrder(orderId, end);
  log.info({ orderId, userId, ...end }, 'an order of the operator has ended');
}

/** Null when the order has ended: refused here, expired, or ended by another run. */
async function findAndKeep(
  deps: ExecutePayOrderDeps,
  order: PayOrder,
  signal: AbortSignal,
): Promise<OrderedInvoice | null> {
  const { payOrders } = deps;
  const found = await findInvoice(deps, order, signal);
  if (found.ok) return await payOrders.keepInvoice(order.id, found.value);
  // This process stops, or has lost the order: another run finds out.
  signal.throwIfAborted();
  // Another run may have got on: then its invoice counts, which it may have paid by now.
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
  { userId }: PayOrder,
  invoice: OrderedInvoice,
): Promise<OrderEnd> {
  const caller = operatorFor(userId);
  const { amountSat, ...rest } = invoice;
  const amountMsat = amountSat === null ? null : satToMsat(amountSat);
  return endOf(deps, await payInvoice(deps, { caller, ...rest, amountMsat, idempotency: null }));
}

/** Begins no payment. One that has begun goes on, however late it is. */
async function endLate(
  { payments }: ExecutePayOrderDeps,
  { userId }: PayOrder,
  { bolt11 }: OrderedInvoice,
): Promise<OrderEnd> {
  const payment = await findStarted(payments, userId, bolt11);
  return payment === null
    ? { kind: 'refused', refusal: 'it was not paid in time, and will not be paid any more' }
    : { kind: 'payment', paymentId: payment.id };
}

/** The operator acts for a user without a token of theirs. */
const operatorFor = (userId: string): Caller => ({
  grantId: OPERATOR_GRANT,
  userId,
  clientId: null,
  scopes: new Set(),
});

async function findInvoice(
  deps: ExecutePayOrderDeps,
  { text, userId, amountSat, comment }: PayOrder,
  signal: AbortSignal,
): Promise<Result<PreparedInvoice, SendRefusal>> {
  const resolved = await parseDestination(deps, text, signal);
  if (!resolved.ok) return resolved;
  if (resolved.value.kind === 'withdraw') {
    return refuse({ kind: 'unpayable_text', why: 'withdraw_link' });
  }
  const { target } = resolved.value;
  const prepared = await preparePayment(deps, target, { userId, amountSat, comment }, signal);
  if (!prepared.ok) return prepared;
  // A node's key: without an invoice, a second run could not tell what the first one has paid.
  if (prepared.value.kind === 'keysend') {
    return refuse({ kind: 'unpayable_text', why: 'not_understood' });
  }
  if (!prepared.value.isHashConfirmed) {
    deps.log.warn({ payee: target.payee }, 'the invoice does not commit to what the payee told');
  }
  return accept(prepared.value);
}

function endOf({ payRefusalText }: ExecutePayOrderDeps, answer: PayAnswer): OrderEnd {
  if (answer.ok) return { kind: 'payment', paymentId: answer.value.id };
  const { refusal } = answer;
  if (refusal.kind === 'payment_pending') return { kind: 'payment', paymentId: refusal.paymentId };
  return { kind: 'refused', refusal: payRefusalText(refusal) };
}
