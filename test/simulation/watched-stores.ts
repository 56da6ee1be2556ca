import type { Withdrawal } from '../../src/onchain/withdrawal.ts';
import type { PlainStores } from './storage.ts';

/** Which database a process talks to. */
export interface Connection {
  stores: PlainStores;
}

/** What that database did. */
export interface Told {
  readonly onReserved: () => void;
  readonly onBegun: (paymentId: string) => Promise<void>;
  readonly onOrdered: () => void;
  readonly onSigned: () => Promise<void>;
  readonly onFailed: (withdrawal: Withdrawal) => void;
  readonly onStopped: () => void;
}

export function watchReserve(
  { stores }: Connection,
  { onReserved }: Told,
): PlainStores['moneyStore'] {
  return {
    ...stores.moneyStore,
    reserve: async (events) => {
      const outcomes = await stores.moneyStore.reserve(events);
      if (outcomes.some(({ kind }) => kind === 'reserved')) onReserved();
      return outcomes;
    },
  };
}

/** From the moment that the database says "begun", the payment may leave. */
export function watchBegin({ stores }: Connection, { onBegun }: Told): PlainStores['payments'] {
  const { payments } = stores;
  return {
    ...payments,
    beginDispatch: async (dispatch) => {
      const outcome = await payments.beginDispatch(dispatch);
      if (outcome === 'begun') await onBegun(dispatch.paymentId);
      return outcome;
    },
  };
}

/** What is ordered may be signed; what is signed may leave. */
export function watchWithdrawals(
  { stores }: Connection,
  { onOrdered, onSigned, onFailed }: Told,
): PlainStores['withdrawals'] {
  const { withdrawals } = stores;
  return {
    ...withdrawals,
    order: async (order) => {
      const outcome = await withdrawals.order(order);
      if (outcome.kind === 'ordered') onOrdered();
      return outcome;
    },
    sign: async (signing) => {
      const outcome = await withdrawals.sign(signing);
      if (outcome === 'signed' && !signing.isFound) await onSigned();
      return outcome;
    },
    fail: async (failing) => {
      const outcome = await withdrawals.fail(failing);
      const failed = outcome === 'done' ? await withdrawals.find(failing.id) : null;
      if (failed !== null) onFailed(failed);
      return outcome;
    },
  };
}

export function watchDeposits(
  { stores }: Connection,
  { onStopped }: Told,
): PlainStores['deposits'] {
  const { deposits } = stores;
  return {
    ...deposits,
    noteOrphaned: async (id) => {
      const isNew = await deposits.noteOrphaned(id);
      if (isNew) onStopped();
      return isNew;
    },
  };
}

export function watchStops({ stores }: Connection, { onStopped }: Told): PlainStores['stops'] {
  const { stops } = stores;
  return {
    ...stops,
    stopForOperator: async (detail) => {
      await stops.stopForOperator(detail);
      onStopped();
    },
  };
}
