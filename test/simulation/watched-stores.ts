import type { PlainStores } from './storage.ts';

/** Which database a process talks to. */
export interface Connection {
  stores: PlainStores;
}

/** What that database did. */
export interface Told {
  readonly onReserved: () => void;
  readonly onBegun: (paymentId: string) => Promise<void>;
  readonly onSigned: () => Promise<void>;
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

/** What is reserved may be signed; what is signed may leave. */
export function watchWithdrawals(
  { stores }: Connection,
  { onReserved, onSigned }: Told,
): PlainStores['withdrawals'] {
  const { withdrawals } = stores;
  return {
    ...withdrawals,
    order: async (order) => {
      const outcome = await withdrawals.order(order);
      if (outcome.kind === 'ordered') onReserved();
      return outcome;
    },
    sign: async (signing) => {
      const outcome = await withdrawals.sign(signing);
      if (outcome === 'signed' && !signing.isFound) await onSigned();
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
