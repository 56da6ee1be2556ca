import { satToMsat } from '../../src/base/amount.ts';
import { assert } from '../../src/base/assert.ts';
import type { Withdrawal } from '../../src/onchain/withdrawal.ts';
import { type Booked, watchBookings } from './approvals/judge-booked.ts';
import type { PlainStores } from './storage.ts';

/** Which database a process talks to. */
export interface Connection {
  stores: PlainStores;
}

/** What that database did. */
export interface Told {
  readonly onReserved: () => void;
  /** Payments that take money from now on, on whichever rail. */
  readonly onBooked: (booked: readonly Booked[]) => void;
  readonly onBegun: (paymentId: string) => Promise<void>;
  readonly onOrdered: () => void;
  readonly onSigned: () => Promise<void>;
  readonly onFailed: (withdrawal: Withdrawal) => void;
  readonly onStopped: () => void;
}

export function watchReserve(
  { stores }: Connection,
  { onReserved, onBooked }: Told,
): PlainStores['moneyStore'] {
  const { moneyStore } = stores;
  return {
    ...moneyStore,
    reserve: async (events) => {
      const orders = events.map(({ order }) => order);
      const book = () => moneyStore.reserve(events);
      const { outcomes, booked } = await watchBookings(stores, orders, book);
      onBooked(booked);
      if (outcomes.some(({ kind }) => kind === 'reserved')) onReserved();
      return outcomes;
    },
    settleInternal: async (events) => {
      const orders = events.map(({ order }) => order);
      const book = () => moneyStore.settleInternal(events);
      const { outcomes, booked } = await watchBookings(stores, orders, book);
      onBooked(booked);
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
  { onOrdered, onSigned, onFailed, onBooked }: Told,
): PlainStores['withdrawals'] {
  const { withdrawals } = stores;
  return {
    ...withdrawals,
    order: async (order) => {
      const booking = { ...order, amountMsat: satToMsat(order.amountSat) };
      const book = async () => [await withdrawals.order(order)];
      const { outcomes, booked } = await watchBookings(stores, [booking], book);
      onBooked(booked);
      const [outcome] = outcomes;
      assert(outcome !== undefined, 'the order has its outcome');
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
