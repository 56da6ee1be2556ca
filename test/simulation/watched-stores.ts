import { sat, satToMsat } from '../../src/base/amount.ts';
import { assert } from '../../src/base/assert.ts';
import type { CreditEvent } from '../../src/ledger/money-store.ts';
import type { DepositCredit } from '../../src/onchain/deposit-store.ts';
import type { Withdrawal } from '../../src/onchain/withdrawal.ts';
import { type Booked, watchBookings } from './approvals/judge-booked.ts';
import type { OutflowWatch, WatchedCall } from './outflow/watch-outflow.ts';
import type { PlainStores } from './storage.ts';

/** Which database a process talks to. */
export interface Connection {
  stores: PlainStores;
}

/** What that database did. */
export interface Told {
  /** Answers null where nothing is limited in this run. */
  readonly outflow: () => OutflowWatch | null;
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
  { onReserved, onBooked, outflow }: Told,
): PlainStores['moneyStore'] {
  const { moneyStore } = stores;
  const creditWatched = async (events: readonly CreditEvent[], watch: WatchedCall) => {
    const outcomes = await moneyStore.credit(events);
    for (const [place, { receipt }] of events.entries()) {
      if (outcomes[place]?.kind === 'credited') watch.received(receipt.amountMsat);
    }
    return outcomes;
  };
  return {
    ...moneyStore,
    reserve: async (events) => {
      const orders = events.map(({ order }) => order);
      const watch = outflow()?.begin();
      const reserve = () => moneyStore.reserve(events);
      const reserveWatched = async () => {
        const said = await reserve();
        watch?.reserved(orders, said);
        return said;
      };
      const book = watch === undefined ? reserve : reserveWatched;
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
    credit: (events) => {
      const watch = outflow()?.begin();
      return watch === undefined ? moneyStore.credit(events) : creditWatched(events, watch);
    },
  };
}

/** From the moment that the database says "begun", the payment may leave. */
export function watchBegin(
  { stores }: Connection,
  { onBegun, outflow }: Told,
): PlainStores['payments'] {
  const { payments } = stores;
  return {
    ...payments,
    beginDispatch: async (dispatch) => {
      const watch = outflow()?.begin();
      const outcome = await payments.beginDispatch(dispatch);
      if (outcome === 'begun') watch?.begun(dispatch.paymentId);
      if (outcome === 'begun') await onBegun(dispatch.paymentId);
      return outcome;
    },
  };
}

/** What is ordered may be signed; what is signed may leave. */
export function watchWithdrawals(
  { stores }: Connection,
  { onOrdered, onSigned, onFailed, onBooked, outflow }: Told,
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
      const watch = outflow()?.begin();
      const outcome = await withdrawals.sign(signing);
      if (watch !== undefined && outcome === 'signed') {
        const signed = await withdrawals.find(signing.id);
        if (signed !== null) watch.signed(signed, signing.isFound);
      }
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

export function watchFeeBumps({ stores }: Connection, { outflow }: Told): PlainStores['feeBumps'] {
  const { feeBumps } = stores;
  if (outflow() === null) return feeBumps;
  return {
    ...feeBumps,
    note: async (bump, at) => {
      const watch = outflow()?.begin();
      const outcome = await feeBumps.note(bump, at);
      watch?.raised(bump, outcome, false);
      return outcome;
    },
    noteFound: async (bump, at, fence) => {
      const watch = outflow()?.begin();
      const outcome = await feeBumps.noteFound(bump, at, fence);
      watch?.raised(bump, outcome, true);
      return outcome;
    },
  };
}

/** What is limited stops when the database is found to have gone back. */
export function watchComparisons(
  { stores }: Connection,
  { outflow }: Told,
): PlainStores['comparisons'] {
  const { comparisons } = stores;
  if (outflow() === null) return comparisons;
  return {
    ...comparisons,
    stopAsRewound: async (detail) => {
      await comparisons.stopAsRewound(detail);
      outflow()?.goneBack();
    },
  };
}

export function watchDeposits(
  { stores }: Connection,
  { onStopped, outflow }: Told,
): PlainStores['deposits'] {
  const { deposits } = stores;
  const creditWatched = async (credits: readonly DepositCredit[], watch: WatchedCall) => {
    const outcomes = await deposits.credit(credits);
    const ended = await deposits.listCreditedSince(0);
    for (const [place, { depositId }] of credits.entries()) {
      const isNew = outcomes[place] === 'credited' || outcomes[place] === 'unclaimed';
      const amountSat = ended.find(({ id }) => id === depositId)?.amountSat ?? sat(0n);
      if (isNew) watch.received(satToMsat(amountSat));
    }
    return outcomes;
  };
  return {
    ...deposits,
    credit: (credits) => {
      const watch = outflow()?.begin();
      return watch === undefined ? deposits.credit(credits) : creditWatched(credits, watch);
    },
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
