import type { PlainStores } from './storage.ts';

/** Which database a process talks to. */
export interface Connection {
  stores: PlainStores;
}

/** What that database did. */
export interface Told {
  readonly onReserved: () => void;
  readonly onBegun: (paymentId: string) => Promise<void>;
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
