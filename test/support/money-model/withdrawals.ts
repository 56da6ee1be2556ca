import { type Sat, sat, satToMsat } from '../../../src/base/amount.ts';
import { assert } from '../../../src/base/assert.ts';
import { bytesEqual } from '../../../src/base/hex.ts';
import type { MoneyRefusal } from '../../../src/ledger/money-store.ts';
import type { Withdrawal } from '../../../src/onchain/withdrawal.ts';
import type { WithdrawalState } from '../../../src/onchain/withdrawal-state.ts';
import type {
  Failing,
  NewWithdrawal,
  OrderOutcome,
  Settling,
  Signing,
  SignOutcome,
  StepOutcome,
} from '../../../src/onchain/withdrawal-store.ts';
import { withApproval } from './approvals.ts';
import { budgetsOf, countInBudgets } from './budgets.ts';
import { internal, postWithdrawal, reserve, voidReserve } from './ledger/transfers.ts';
import type { WithdrawalSteps } from './money-world.ts';
import { countOpen, refuseCost } from './orders.ts';
import { keyOf, lookUp, type MemoryState, writeRecord, writeTransfer } from './state.ts';

/** Withdrawals as a plain program; see memory-world.ts. */
export const createMemoryWithdrawals = (state: MemoryState): WithdrawalSteps => ({
  order: async (order) => withApproval(state, order, () => orderOne(state, order)),
  sign: async (signing) => signOne(state, signing),
  noteBroadcast: async (id) => move(state, id, 'signed', 'broadcast'),
  settle: async (settling) => settleOne(state, settling),
  fail: async (failing) => failOne(state, failing),
  find: async (id) => state.withdrawals.get(id) ?? null,
  takeForSent: async (id) => move(state, id, 'reserved', 'unknown'),
});

function move(state: MemoryState, id: string, from: WithdrawalState, to: WithdrawalState): void {
  const found = lookUp(state.withdrawals, id);
  if (found.state === from) state.withdrawals.set(id, { ...found, state: to });
}

function orderOne(state: MemoryState, order: NewWithdrawal): OrderOutcome {
  if (state.withdrawals.has(order.id)) return { kind: 'present' };
  const { idempotency } = order;
  const key = idempotency && state.keys.get(keyOf(order.userId, order.grantId, idempotency));
  if (key && idempotency) {
    const isSame = bytesEqual(key.requestHash, idempotency.requestHash);
    return isSame && key.target.kind === 'withdrawal'
      ? { kind: 'repeated', withdrawalId: key.target.id }
      : { kind: 'refused', refusal: { kind: 'idempotency_mismatch' } };
  }
  const refusal = refuse(state, order);
  if (refusal !== null) return { kind: 'refused', refusal };
  countInBudgets(state, order, budgetsOf(state, order));
  if (idempotency !== null) {
    state.keys.set(keyOf(order.userId, order.grantId, idempotency), {
      requestHash: idempotency.requestHash,
      target: { kind: 'withdrawal', id: order.id },
    });
  }
  state.withdrawals.set(order.id, newOne(order));
  if (order.internal === null) writeTransfer(state, reserve(order.id, order.userId, order.heldSat));
  else payInside(state, order, order.internal);
  return { kind: 'ordered' };
}

function refuse(state: MemoryState, order: NewWithdrawal): MoneyRefusal | null {
  const isFull = countOpen(state, order.userId) >= order.openPaymentsMax;
  if (order.internal === null && isFull) return { kind: 'too_many_open_payments' };
  const neededSat = order.internal === null ? order.heldSat : order.amountSat;
  const amountMsat = satToMsat(order.amountSat);
  return refuseCost(state, order, { amountMsat, neededSat }, budgetsOf(state, order));
}

const newOne = (order: NewWithdrawal): Withdrawal => ({
  id: order.id,
  identifier: order.identifier,
  userId: order.userId,
  grantId: order.grantId,
  address: order.address,
  amountSat: order.amountSat,
  speed: order.speed,
  heldSat: order.heldSat,
  fromHeight: order.fromHeight,
  createdAt: order.createdAt,
  isInternal: order.internal !== null,
  state: order.internal === null ? 'reserved' : 'settled',
  endedAt: order.internal === null ? null : order.createdAt,
  transaction: null,
  block: null,
  failure: null,
});

function payInside(
  state: MemoryState,
  { id, userId, identifier, amountSat, createdAt }: NewWithdrawal,
  { payeeUserId, payeeIdentifier, record, payeeRecord }: NonNullable<NewWithdrawal['internal']>,
): void {
  const amountMsat = satToMsat(amountSat);
  writeTransfer(state, internal({ paymentId: id, payerUserId: userId, payeeUserId, amountMsat }));
  const times = { createdAt, settledAt: createdAt, rail: 'chain' } as const;
  writeRecord(state, userId, { direction: 'outgoing', identifier, body: record, ...times });
  const payee = { direction: 'incoming', identifier: payeeIdentifier, body: payeeRecord } as const;
  writeRecord(state, payeeUserId, { ...payee, ...times });
}

function signOne(
  state: MemoryState,
  { id, transaction, fence, isFound, at }: Signing,
): SignOutcome {
  const found = lookUp(state.withdrawals, id);
  if (fence !== null && fence < state.fence) return 'fenced';
  const isSigned = ['signed', 'broadcast', 'settled'].includes(found.state);
  if (isSigned && found.transaction?.raw === transaction.raw) return 'signed';
  if (found.state !== (isFound ? 'unknown' : 'reserved')) return 'conflict';
  const spent = [...state.withdrawals.values()].flatMap((one) =>
    one.state === 'failed' || state.freed.has(one.id) ? [] : (one.transaction?.inputs ?? []),
  );
  const isTaken = transaction.inputs.some((coin) =>
    spent.some(({ txid, index }) => txid === coin.txid && index === coin.index),
  );
  if (isTaken) return 'input_taken';
  if (!letOut(state, found, transaction.feeSat, isFound)) return 'stopped';
  state.withdrawals.set(id, { ...found, state: 'signed', transaction });
  state.signedAt.set(id, at);
  return 'signed';
}

/** One that was found has left, whatever the limits say. */
function letOut(
  { outflow }: MemoryState,
  { id, amountSat }: Withdrawal,
  feeSat: Sat,
  isFound: boolean,
): boolean {
  const costMsat = (amountSat + feeSat) * 1000n;
  if (!isFound) return outflow.reserve(id, satToMsat(amountSat), costMsat);
  outflow.count(id, costMsat);
  return true;
}

function settleOne(
  state: MemoryState,
  { id, block, fence, at, record: body }: Settling,
): StepOutcome {
  const found = lookUp(state.withdrawals, id);
  if (fence !== null && fence < state.fence) return 'fenced';
  if (found.state === 'settled') return 'present';
  const { transaction, userId, heldSat, amountSat, identifier, createdAt } = found;
  if (found.state !== 'signed' && found.state !== 'broadcast') return 'conflict';
  assert(transaction !== null, 'what is signed has a transaction');
  const spentSat = sat(amountSat + transaction.feeSat);
  writeTransfer(state, postWithdrawal({ withdrawalId: id, userId, heldSat, spentSat }));
  state.withdrawals.set(id, { ...found, state: 'settled', block, endedAt: at });
  const record = { direction: 'outgoing', identifier, createdAt, settledAt: at, body } as const;
  writeRecord(state, userId, { ...record, rail: 'chain' });
  return 'done';
}

function failOne(state: MemoryState, { id, failure, from, fence, at }: Failing): StepOutcome {
  const found = lookUp(state.withdrawals, id);
  if (fence !== null && fence < state.fence) return 'fenced';
  if (found.state === 'failed') return 'present';
  if ((found.state === 'broadcast' ? 'signed' : found.state) !== from) return 'conflict';
  writeTransfer(state, voidReserve(id, found.userId, found.heldSat));
  state.withdrawals.set(id, { ...found, state: 'failed', failure, endedAt: at });
  state.outflow.resolve(id, 0n);
  return 'done';
}
