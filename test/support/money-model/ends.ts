import { debitSat, msat, type Sat } from '../../../src/base/amount.ts';
import { assert } from '../../../src/base/assert.ts';
import type {
  CreditEvent,
  CreditOutcome,
  ResolveEvent,
  ResolveOutcome,
} from '../../../src/ledger/money-store.ts';
import type { Payment } from '../../../src/ledger/payment.ts';
import { isOpen } from '../../../src/ledger/payment-state.ts';
import { provesPayment } from '../../../src/lightning/preimage.ts';
import { post, receive, receiveUnclaimed, voidReserve } from './ledger/transfers.ts';
import { lookUp, lookUpInvoice, type MemoryState, writeRecord, writeTransfer } from './state.ts';

/**
 * Books ends that the node proves, one event at a time: ends of payments, and money that arrived.
 */
export function resolveOne(
  state: MemoryState,
  { paymentId, at, end }: ResolveEvent,
): ResolveOutcome {
  const payment = state.payments.get(paymentId);
  if (payment === undefined) return { kind: 'absent' };
  if (payment.state === end.kind) return { kind: 'present' };
  const mustBeReserved = end.kind === 'failed' && end.onlyFrom !== 'dispatched';
  if (!isOpen(payment.state) || (payment.state === 'reserved') !== mustBeReserved) {
    return { kind: 'conflict', state: payment.state };
  }
  const { userId, heldSat, identifier, createdAt } = payment;
  const dispatch = { ...payment.dispatch, ownerProcessId: null };
  if (end.kind === 'failed') {
    writeTransfer(state, voidReserve(paymentId, userId, heldSat));
    const failed: Payment = { ...payment, state: 'failed', failure: end.failure };
    state.payments.set(paymentId, { ...failed, endedAt: at, dispatch });
    state.outflow.resolve(paymentId, 0n);
    return { kind: 'resolved' };
  }
  const { amountMsat, feeMsat, preimage, record: body } = end;
  writeTransfer(state, post({ paymentId, userId, heldSat, amountMsat, feeMsat }));
  const settled: Payment = { ...payment, state: 'settled', preimage, amountMsat, feeMsat };
  state.outflow.resolve(paymentId, costMsat(amountMsat + feeMsat, heldSat));
  state.payments.set(paymentId, { ...settled, endedAt: at, dispatch });
  writeRecord(state, userId, { direction: 'outgoing', identifier, createdAt, settledAt: at, body });
  return { kind: 'resolved' };
}

/** What users are charged for, and what the node has taken beyond that. */
export function costMsat(spentMsat: bigint, heldSat: Sat): bigint {
  const wholeMsat = debitSat(msat(spentMsat)) * 1000n;
  const chargedMsat = wholeMsat < heldSat * 1000n ? wholeMsat : heldSat * 1000n;
  return greater(chargedMsat, spentMsat);
}

export function validateEnd(state: MemoryState, { paymentId, end }: ResolveEvent): void {
  const payment = state.payments.get(paymentId);
  if (payment === undefined || end.kind === 'failed') return;
  assert(provesPayment(end.preimage, payment.paymentHash), 'a settled payment holds its proof');
}

export function creditOne(state: MemoryState, event: CreditEvent): CreditOutcome {
  const { receipt, target, nodePubkey, settleIndex } = event;
  const cursor = lookUp(state.cursors, nodePubkey);
  const set = JSON.stringify([nodePubkey, receipt.paymentHash, event.setId]);
  if (event.fence < state.fence) return { kind: 'fenced' };
  if (state.receivedSets.has(set)) return { kind: 'present' };
  if (settleIndex <= cursor.baseline) return { kind: 'below_baseline' };
  const stored = target.kind === 'invoice' ? lookUpInvoice(state, target.invoiceId) : null;
  if (target.kind === 'invoice' && target.isFirst !== (stored?.settledAt === null)) {
    return { kind: 'stale' };
  }
  state.receivedSets.set(set, receipt);
  state.outflow.receive(receipt.amountMsat);
  writeReceipt(state, event);
  return { kind: 'credited' };
}

function writeReceipt(state: MemoryState, { receipt, target, hasBoostagram }: CreditEvent): void {
  const { id, amountMsat, settledAt } = receipt;
  if (target.kind === 'unclaimed') {
    writeTransfer(state, receiveUnclaimed(id, amountMsat));
    return;
  }
  writeTransfer(state, receive(id, target.userId, amountMsat));
  const stored = target.kind === 'invoice' ? lookUpInvoice(state, target.invoiceId) : null;
  const isFirst = stored !== null && stored.settledAt === null;
  if (isFirst) stored.settledAt = settledAt;
  const { identifier, createdAt } = isFirst ? stored.invoice : receipt;
  writeRecord(state, target.userId, {
    direction: 'incoming',
    identifier,
    createdAt,
    settledAt,
    body: target.record,
    hasBoostagram,
  });
}

export function validateCredit(state: MemoryState, { receipt, target, nodePubkey }: CreditEvent) {
  assert(state.cursors.has(nodePubkey), 'the baseline is known');
  if (target.kind !== 'invoice') return;
  const { invoice } = lookUpInvoice(state, target.invoiceId);
  assert(invoice.userId === target.userId, 'the invoice is that of the payee');
  assert(invoice.paymentHash === receipt.paymentHash, 'the receipt bears the hash');
}

/**
 * Moves each node's cursor to the highest index that was credited, but never past an event of the
 * list that was not.
 */
export function moveCursors(
  state: MemoryState,
  events: readonly CreditEvent[],
  outcomes: readonly CreditOutcome[],
): void {
  for (const [pubkey, cursor] of state.cursors) {
    const own = events.flatMap((event, place) =>
      event.nodePubkey === pubkey ? [{ event, kind: outcomes[place]?.kind }] : [],
    );
    const stale = own.filter(({ kind }) => kind === 'stale');
    const done = own.filter(({ kind }) => kind === 'credited' || kind === 'present');
    const limit = stale.map(({ event }) => event.settleIndex - 1n);
    const reached = done.map(({ event }) => event.settleIndex).reduce(greater, -1n);
    if (done.length === 0) continue;
    const next = limit.reduce((low, index) => (index < low ? index : low), reached);
    cursor.settleIndex = greater(cursor.settleIndex, next);
  }
}

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);
