import { leftInBudget, refuseByBudget } from '../../../src/authorization/budget.ts';
import { debitSat, type Msat, msat, type Sat, sat, satToMsat } from '../../../src/base/amount.ts';
import { assert } from '../../../src/base/assert.ts';
import { bytesEqual } from '../../../src/base/hex.ts';
import type { IdempotencyClaim } from '../../../src/base/idempotency.ts';
import type {
  InternalPaymentEvent,
  InternalPaymentOutcome,
  MoneyRefusal,
  ReserveEvent,
  ReserveOutcome,
} from '../../../src/ledger/money-store.ts';
import type { Payment, PaymentOrder } from '../../../src/ledger/payment.ts';
import { findApproval } from './approvals.ts';
import { budgetsOf, countInBudgets, type OrderBudgets, type Ordered } from './budgets.ts';
import { walletOf } from './ledger/account.ts';
import { internal, reserve } from './ledger/transfers.ts';
import { ENDED_TOKEN } from './remembered-tokens.ts';
import {
  batchKey,
  keyOf,
  lookUpInvoice,
  type MemoryState,
  writeRecord,
  writeTransfer,
} from './state.ts';

/**
 * Decides orders to pay one at a time. The SQL functions reserve_payments and
 * settle_internal_payments do the same with lists.
 */
export function reserveOne(state: MemoryState, event: ReserveEvent): ReserveOutcome {
  const { order, heldSat, idempotency } = event;
  const earlier = findEarlier(state, order, idempotency);
  if (earlier !== null) return earlier;
  const budgets = budgetsOf(state, order);
  const refusal = refuseReserve(state, event, budgets);
  if (refusal !== null) return { kind: 'refused', refusal };
  const asOneMsat = amountAsOneMsat(state, event);
  if (!state.outflow.reserve(order.id, asOneMsat, satToMsat(heldSat))) {
    return { kind: 'refused', refusal: { kind: 'outside_payments_stopped' } };
  }

  writeTransfer(state, reserve(order.id, order.userId, heldSat));
  const payment = newPayment(order, { path: 'node', state: 'reserved', heldSat });
  const dispatch = { ...payment.dispatch, ownerProcessId: event.ownerProcessId };
  writePayment(state, { ...payment, dispatch }, idempotency);
  countInBudgets(state, order, budgets);
  return { kind: 'reserved' };
}

/** A multi keysend is one payment, but for what goes to users here. */
function amountAsOneMsat(
  { batches }: MemoryState,
  { order: { batch, amountMsat }, nodePubkey }: ReserveEvent,
): bigint {
  const items = batches.get(batch?.batchId ?? '')?.items;
  if (items === undefined) return amountMsat;
  return items
    .filter(({ destination }) => destination !== nodePubkey)
    .reduce((sum, item) => sum + item.amountMsat, 0n);
}

function refuseReserve(
  state: MemoryState,
  event: ReserveEvent,
  budgets: OrderBudgets,
): MoneyRefusal | null {
  const { order, heldSat } = event;
  const payments = [...state.payments.values()];
  const live = payments.find((payment) => isLive(payment) && hasHash(payment, order));
  if (live !== undefined && live.userId !== order.userId) {
    return { kind: 'hash_in_use' };
  }
  if (isBatchItemGone(state, order)) return { kind: 'batch_item_cancelled' };
  if (countOpen(state, order.userId) >= event.openPaymentsMax)
    return { kind: 'too_many_open_payments' };
  return refuseCost(state, order, { ...order, neededSat: heldSat }, budgets);
}

/** Counts the payments and withdrawals of a user that hold money. */
export function countOpen({ payments, withdrawals }: MemoryState, userId: string): number {
  const all = [...payments.values(), ...withdrawals.values()];
  return all.filter((one) => one.userId === userId && one.endedAt === null).length;
}

/**
 * Refuses an order that costs too much. The budget is checked first, so that an app with a small
 * budget learns little about the balance.
 */
export function refuseCost(
  state: MemoryState,
  order: Ordered & Partial<Pick<PaymentOrder, 'batch'>>,
  { amountMsat, neededSat }: { readonly amountMsat: Msat; readonly neededSat: Sat },
  { ofGrant, ofUser }: OrderBudgets,
): MoneyRefusal | null {
  const refusal = ofGrant === null ? null : refuseByBudget(ofGrant, neededSat, order.createdAt);
  if (refusal !== null) return refusal;
  const leftSat = ofUser === null ? null : leftInBudget(ofUser);
  if (ofUser !== null && leftSat !== null && neededSat > leftSat) {
    assert(ofUser.resetsAt !== null, 'a limit per day is renewed');
    return { kind: 'send_limit_exceeded', resetsAt: ofUser.resetsAt };
  }
  const isCovered = walletMsat(state, order) >= satToMsat(neededSat);
  if (!isCovered) return { kind: 'insufficient_balance' };
  const askAboveSat = ofGrant?.askAboveSat ?? null;
  if (askAboveSat === null || amountMsat <= satToMsat(askAboveSat)) return null;
  const approved = [order.id, order.batch?.batchId ?? order.id].some(
    (id) => findApproval(state, id)?.state === 'approved',
  );
  if (approved) return null;
  return { kind: 'approval_needed', maxFeeSat: sat(neededSat - debitSat(amountMsat)) };
}

export function settleInternalOne(
  state: MemoryState,
  event: InternalPaymentEvent,
): InternalPaymentOutcome {
  const { order, receipt, payeeUserId } = event;
  const earlier = findEarlier(state, order, event.idempotency);
  if (earlier !== null) return earlier;
  if (event.payerToken?.version === ENDED_TOKEN.version) return { kind: 'stale' };
  const budgets = budgetsOf(state, order);
  const refusal = refuseInternal(state, event, budgets);
  if (refusal !== null) return { kind: 'refused', refusal };

  const { id: paymentId, userId: payerUserId, amountMsat } = order;
  writeTransfer(state, internal({ paymentId, payerUserId, payeeUserId, amountMsat }));
  const { settledAt } = receipt;
  const payment = newPayment(order, { path: 'internal', state: 'settled', heldSat: sat(0n) });
  const preimage = order.preimage ?? receipt.preimage;
  const settled = { ...payment, preimage, feeMsat: msat(0n), endedAt: settledAt };
  writePayment(state, settled, event.idempotency);
  countInBudgets(state, order, budgets);
  writeRecord(state, payerUserId, {
    direction: 'outgoing',
    identifier: order.identifier,
    createdAt: order.createdAt,
    settledAt,
    body: event.payerRecord,
  });
  const stored = event.invoiceId === null ? null : lookUpInvoice(state, event.invoiceId);
  if (stored !== null) stored.settledAt = settledAt;
  const { identifier, createdAt } = stored?.invoice ?? receipt;
  const body = event.payeeRecord;
  writeRecord(state, payeeUserId, {
    direction: 'incoming',
    identifier,
    createdAt,
    settledAt,
    body,
    hasBoostagram: event.hasBoostagram,
  });
  return { kind: 'settled' };
}

function refuseInternal(
  state: MemoryState,
  { order, invoiceId }: InternalPaymentEvent,
  budgets: OrderBudgets,
): MoneyRefusal | null {
  const stored = invoiceId === null ? null : state.invoices.get(invoiceId);
  // A stranger had asked for the invoice, and it was removed after it had expired.
  if (stored === undefined) return { kind: 'invoice_expired' };
  if (stored !== null && stored.settledAt !== null) return { kind: 'invoice_settled' };
  if (stored !== null && stored.invoice.expiresAt <= order.createdAt) {
    return { kind: 'invoice_expired' };
  }
  if (isBatchItemGone(state, order)) return { kind: 'batch_item_cancelled' };
  const { amountMsat } = order;
  return refuseCost(state, order, { amountMsat, neededSat: debitSat(amountMsat) }, budgets);
}

/** Rejects events that a store never accepts, whatever else is in the list. */
export function validateInternal(state: MemoryState, event: InternalPaymentEvent): void {
  if (event.invoiceId === null) return;
  const stored = state.invoices.get(event.invoiceId);
  if (stored === undefined) return;
  const { invoice } = stored;
  assert(invoice.userId === event.payeeUserId, 'the invoice is that of the payee');
  assert(invoice.paymentHash === event.order.paymentHash, 'the payment bears the hash');
  const { amountMsat } = event.order;
  assert((invoice.amountMsat ?? amountMsat) === amountMsat, 'and pays what it asks for');
}

type EarlierOutcome = Exclude<ReserveOutcome, { kind: 'reserved' }>;

/** Finds what an earlier order with the same id, key or hash has made. */
function findEarlier(
  state: MemoryState,
  order: PaymentOrder,
  claim: IdempotencyClaim | null,
): EarlierOutcome | null {
  const stored = state.payments.get(order.id);
  if (stored !== undefined) return { kind: 'present', state: stored.state };
  const key =
    claim === null ? undefined : state.keys.get(keyOf(order.userId, order.grantId, claim));
  if (key !== undefined && claim !== null) {
    return bytesEqual(key.requestHash, claim.requestHash)
      ? { kind: 'repeated', target: key.target }
      : { kind: 'refused', refusal: { kind: 'idempotency_mismatch' } };
  }
  const own = [...state.payments.values()].filter(
    (payment) => payment.userId === order.userId && hasHash(payment, order),
  );
  const joined = own.find(isLive) ?? own.find(({ path }) => path === 'internal');
  return joined === undefined ? null : { kind: 'joined', paymentId: joined.id };
}

const hasHash = (payment: Payment, order: PaymentOrder): boolean =>
  payment.paymentHash === order.paymentHash;
const isLive = (payment: Payment): boolean => payment.path === 'node' && payment.state !== 'failed';
const walletMsat = (state: MemoryState, order: Ordered): bigint =>
  state.balances.of(walletOf(order.userId));
const isBatchItemGone = (state: MemoryState, { batch }: PaymentOrder): boolean =>
  batch !== null && state.batchItemStates.get(batchKey(batch)) !== 'pending';

const newPayment = (
  order: PaymentOrder,
  begin: Pick<Payment, 'path' | 'state' | 'heldSat'>,
): Payment => ({
  ...order,
  ...begin,
  feeMsat: null,
  failure: null,
  endedAt: null,
  dispatch: {
    ownerProcessId: null,
    senderProcessId: null,
    indexBefore: null,
    acknowledgedIndex: null,
    requestEndedAt: null,
    firstNotFoundAt: null,
  },
});

function writePayment(state: MemoryState, payment: Payment, claim: IdempotencyClaim | null): void {
  state.payments.set(payment.id, payment);
  if (payment.batch !== null) state.batchItemStates.set(batchKey(payment.batch), 'started');
  if (claim === null) return;
  state.keys.set(keyOf(payment.userId, payment.grantId, claim), {
    requestHash: claim.requestHash,
    target: { kind: 'payment', id: payment.id },
  });
}
