import { msat } from '../../../src/base/amount.ts';
import type { MoneyStore } from '../../../src/ledger/money-store.ts';
import { canBecome } from '../../../src/ledger/payment-state.ts';
import { createApprovalsOf } from '../wallet-memory/approvals.ts';
import { endOfRevoked, withApproval } from './approvals.ts';
import { createMemoryBudgets } from './budgets.ts';
import { creditOne, moveCursors, resolveOne, validateCredit, validateEnd } from './ends.ts';
import { NOW } from './events.ts';
import { heldOf, UNCLAIMED, walletOf } from './ledger/account.ts';
import type { MoneyWorld, WalletFigures } from './money-world.ts';
import { reserveOne, settleInternalOne, validateInternal } from './orders.ts';
import { batchKey, keyOf, lookUp, type MemoryState, newMemoryState } from './state.ts';
import { createMemoryWithdrawals } from './withdrawals.ts';

/**
 * Creates a money store as a plain program, which applies events one after the other to maps. The
 * SQL functions must give the same answers, even for duplicates and conflicts within a list.
 */
export const createMemoryMoneyStore = (state: MemoryState): MoneyStore => ({
  reserve: async (events) =>
    events.map((event) => withApproval(state, event, () => reserveOne(state, event))),
  settleInternal: async (events) => {
    for (const event of events) validateInternal(state, event);
    return events.map((event) => withApproval(state, event, () => settleInternalOne(state, event)));
  },
  resolve: async (events) => {
    for (const event of events) validateEnd(state, event);
    return events.map((event) => resolveOne(state, event));
  },
  credit: async (events) => {
    for (const event of events) validateCredit(state, event);
    const outcomes = events.map((event) => creditOne(state, event));
    moveCursors(state, events, outcomes);
    return outcomes;
  },
});

export function createMemoryWorld(): MoneyWorld {
  const state = newMemoryState(() => NOW.getTime());
  const approvals = createApprovalsOf({ money: state });
  return {
    store: createMemoryMoneyStore(state),
    budgets: createMemoryBudgets(state),
    withdrawals: createMemoryWithdrawals(state),
    approvals,
    addUser: async (userId) => void state.records.set(userId, []),
    addInvoice: async (invoice, grantId, claim) => {
      state.invoices.set(invoice.id, { invoice, settledAt: null });
      if (claim === undefined) return;
      state.keys.set(keyOf(invoice.userId, grantId, claim), {
        requestHash: claim.requestHash,
        target: { kind: 'invoice', id: invoice.id },
      });
    },
    addAddress: async () => undefined,
    addGrant: async () => undefined,
    revokeGrant: async (grantId) => endOfRevoked(state, grantId, NOW),
    endDue: async (at) => void (await approvals.endDue(at, state.approvals.size)),
    addBatch: async (batch) => {
      state.batches.set(batch.id, batch);
      for (const { index, state: at } of batch.items) {
        state.batchItemStates.set(batchKey({ batchId: batch.id, index }), at);
      }
    },
    cancelPendingItems: async (batchId) => {
      for (const [key, at] of state.batchItemStates) {
        if (key.startsWith(batchId) && at === 'pending')
          state.batchItemStates.set(key, 'cancelled');
      }
    },
    beginDispatch: async (paymentId, ownerProcessId) => {
      const payment = lookUp(state.payments, paymentId);
      const { dispatch } = payment;
      if (!canBecome(payment.state, 'dispatching')) return false;
      if (dispatch.ownerProcessId !== ownerProcessId) return false;
      const begun = { ...dispatch, senderProcessId: ownerProcessId, indexBefore: 0n };
      state.payments.set(paymentId, { ...payment, state: 'dispatching', dispatch: begun });
      return true;
    },
    setBaseline: async (pubkey, baseline) =>
      void state.cursors.set(pubkey, { baseline, settleIndex: baseline }),
    raiseFence: async (fence) => {
      state.fence = fence;
    },
    ...observe(state),
  };
}

const observe = (state: MemoryState) => ({
  wallet: async (userId: string) => walletFigures(state, userId),
  records: async (userId: string) =>
    lookUp(state.records, userId).map(({ hasBoostagram: _, rail: __, ...record }) => record),
  findPayment: async (paymentId: string) => state.payments.get(paymentId) ?? null,
  findInvoice: async (invoiceId: string) => {
    const stored = state.invoices.get(invoiceId);
    return stored === undefined ? null : { ...stored.invoice, settledAt: stored.settledAt };
  },
  batchItemStates: async (batchId: string) =>
    [...state.batchItemStates].filter(([key]) => key.startsWith(batchId)).map(([, at]) => at),
  cursor: async (pubkey: string) => lookUp(state.cursors, pubkey).settleIndex,
  transfers: async (subjectIds?: readonly string[]) => {
    const wanted = new Set(subjectIds);
    return state.transfers.filter(
      ({ subjectId }) => subjectIds === undefined || wanted.has(subjectId),
    );
  },
  unclaimedMsat: async () => msat(state.balances.of(UNCLAIMED)),
  findings: async () => (state.balances.totalMsat === 0n ? [] : ['the books do not sum to zero']),
});

function walletFigures(state: MemoryState, userId: string): WalletFigures {
  const records = lookUp(state.records, userId).filter(({ rail }) => rail === 'lightning');
  const incoming = records.filter(({ direction }) => direction === 'incoming');
  const settledMs = incoming.map(({ settledAt }) => settledAt.getTime());
  return {
    walletMsat: state.balances.of(walletOf(userId)),
    heldMsat: state.balances.of(heldOf(userId)),
    invoicesCount: incoming.length,
    transactionsCount: records.length - incoming.length,
    boostagramsCount: records.filter(({ hasBoostagram }) => hasBoostagram).length,
    lastInvoiceAt: settledMs.length === 0 ? null : new Date(Math.max(...settledMs)),
  };
}
