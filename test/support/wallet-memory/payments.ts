import { sat } from '../../../src/base/amount.ts';
import { RowGone } from '../../../src/base/row-gone.ts';
import type { DispatchEvidence, Payment } from '../../../src/ledger/payment.ts';
import { isOpen, type PaymentState } from '../../../src/ledger/payment-state.ts';
import type {
  PaymentQuery,
  PaymentStore,
  PaymentView,
} from '../../../src/payments/payment-store.ts';
import { walletOf } from '../money-model/ledger/account.ts';
import { keyOf } from '../money-model/state.ts';
import { claimKey, toFound } from './invoices.ts';
import { isKnown, mayLeave } from './safety-memory.ts';
import type { WalletMemory } from './wallet-memory.ts';

export function createPaymentsOf(memory: WalletMemory): PaymentStore {
  const { payments } = memory.money;
  const all = (): Payment[] => [...payments.values()];

  return {
    readForPayment: async (query) => readForPayment(memory, query),
    findPayment: async (id) => payments.get(id) ?? null,
    confirmSeen: async () => undefined,
    findPayments: async (ids) => all().filter((payment) => ids.includes(payment.id)),
    listOpenPayments: async () => all().filter((payment) => isOpen(payment.state)),
    listSentBy: async (processId) =>
      all()
        .filter(({ state, dispatch }) => isOpen(state) && dispatch.senderProcessId === processId)
        .filter(({ dispatch }) => dispatch.requestEndedAt === null)
        .map(({ id }) => id),
    ...createMarksOf(memory),
    forgetFailed: async () => 0,
    adoptOrphans: async ({ newOwnerProcessId, deadSince, limit }) =>
      all()
        .filter((payment) => isOpen(payment.state) && !isDriven(memory, payment, deadSince))
        .slice(0, limit)
        .map((payment) => {
          const dispatch = { ...payment.dispatch, ownerProcessId: newOwnerProcessId };
          const adopted = { ...payment, dispatch };
          payments.set(payment.id, adopted);
          return adopted;
        }),
    joinPayment: async (userId, grantId, claim, paymentId) => {
      const target = { kind: 'payment' as const, id: paymentId };
      return claimKey(memory, { userId, grantId }, claim, target) ?? { kind: 'joined' };
    },
  };
}

type Marks = Pick<
  PaymentStore,
  'beginDispatch' | 'markAcknowledged' | 'markUnknown' | 'markNotFound' | 'clearNotFound'
>;

const HANDED_OVER: readonly PaymentState[] = ['dispatching', 'in_flight', 'unknown'];

function createMarksOf({ money, safety }: WalletMemory): Marks {
  const { payments } = money;
  const change = (
    id: string,
    state: PaymentState | null,
    evidence: Partial<DispatchEvidence>,
  ): void => {
    const payment = payments.get(id);
    if (payment === undefined) throw new RowGone('the payment is not in the database any more');
    const dispatch = { ...payment.dispatch, ...evidence };
    payments.set(id, { ...payment, state: state ?? payment.state, dispatch });
  };
  const isHandedOver = (id: string): boolean => {
    const state = payments.get(id)?.state;
    return state !== undefined && HANDED_OVER.includes(state);
  };

  return {
    beginDispatch: async ({ paymentId, ownerProcessId, indexBefore }) => {
      const payment = payments.get(paymentId);
      if (!mayLeave(safety, money)) return 'stopped';
      if (payment?.state !== 'reserved') return 'not_ours';
      if (payment.dispatch.ownerProcessId !== ownerProcessId) return 'not_ours';
      change(paymentId, 'dispatching', { indexBefore, senderProcessId: ownerProcessId });
      return 'begun';
    },
    markAcknowledged: async ({ paymentId, paymentIndex }) => {
      const evidence = { acknowledgedIndex: paymentIndex, firstNotFoundAt: null };
      if (isHandedOver(paymentId)) change(paymentId, 'in_flight', evidence);
    },
    markUnknown: async (id, endedAt) => {
      const known = payments.get(id)?.dispatch.requestEndedAt ?? null;
      const evidence = { ownerProcessId: null, requestEndedAt: known ?? endedAt };
      if (isHandedOver(id)) change(id, 'unknown', evidence);
    },
    markNotFound: async (id, at) => {
      const firstNotFoundAt = payments.get(id)?.dispatch.firstNotFoundAt ?? at;
      change(id, null, { firstNotFoundAt });
      return firstNotFoundAt;
    },
    clearNotFound: async (id) => change(id, null, { firstNotFoundAt: null }),
  };
}

function readForPayment(memory: WalletMemory, query: PaymentQuery): PaymentView {
  const { userId, grantId, paymentHash, payeeIdentifier, idempotencyKey } = query;
  const { money, users } = memory;
  const invoice = [...money.invoices.values()].find(
    (stored) => stored.invoice.paymentHash === paymentHash,
  );
  const payment = [...money.payments.values()].find(
    (one) => one.paymentHash === paymentHash && one.userId === userId && one.state !== 'failed',
  );
  const payee = [...users.values()].find((user) => user.identifier === payeeIdentifier);
  const key = { key: idempotencyKey ?? '', requestHash: new Uint8Array() };
  return {
    balanceSat: sat(money.balances.of(walletOf(userId)) / 1000n),
    invoice: invoice === undefined ? null : toFound(invoice),
    payment: payment ?? null,
    payeeUserId: payee?.id ?? null,
    idempotency: money.keys.get(keyOf(userId, grantId, key)) ?? null,
  };
}

function isDriven(
  { processes, safety }: WalletMemory,
  { state, dispatch }: Payment,
  deadSince: Date,
): boolean {
  const owner = processes.get(dispatch.ownerProcessId ?? '');
  if (owner === undefined || owner.isGone) return false;
  return owner.heartbeatAt >= deadSince || (state === 'reserved' && !isKnown(safety));
}
