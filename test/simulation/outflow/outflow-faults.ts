import { satToMsat } from '../../../src/base/amount.ts';
import type { MoneyStore } from '../../../src/ledger/money-store.ts';
import type { Payment } from '../../../src/ledger/payment.ts';
import type { OutflowModel } from '../../support/money-model/outflow.ts';
import type { SimulatedFault } from '../fault.ts';
import type { PlainStores } from '../storage.ts';

/** Mistakes with limits on what leaves, to prove that the simulation finds them. */

type Bend = (stores: PlainStores, gate: () => OutflowModel | null) => Partial<PlainStores>;

const bendGate = (bend: Bend): SimulatedFault => ({
  bendStores: (stores, { storage }) => ({ ...stores, ...bend(stores, storage.outflow.model) }),
});

/** A store over a wire is a proxy, which cannot be spread. */
const bent = <Store extends object>(store: Store, changes: Partial<Store>): Store =>
  new Proxy(store, {
    get: (present, name) => Reflect.get(name in changes ? changes : present, name),
  });

type Reserved = (
  event: Parameters<MoneyStore['reserve']>[0][number],
  kind: string,
  gate: OutflowModel,
) => void;

const afterReserve = (mistake: Reserved): SimulatedFault =>
  bendGate(({ moneyStore }, gate) => ({
    moneyStore: bent(moneyStore, {
      reserve: async (events) => {
        const outcomes = await moneyStore.reserve(events);
        const present = gate();
        for (const [place, event] of events.entries()) {
          const outcome = outcomes[place];
          const kind = outcome?.kind === 'refused' ? outcome.refusal.kind : outcome?.kind;
          if (present !== null && kind !== undefined) mistake(event, kind, present);
        }
        return outcomes;
      },
    }),
  }));

/** What is counted of a multi keysend is its first item. */
const batchAsFirst = afterReserve(({ order: { id, batch } }, kind, gate) => {
  if (kind === 'reserved' && batch !== null && batch.index > 0) gate.resolve(id, 0n);
});

/** What passes a limit is refused, and the next payment is not. */
const latchUnkept = afterReserve((_, kind, gate) => {
  if (kind === 'outside_payments_stopped') gate.isLatched = false;
});

type Failed = Pick<Payment, 'id' | 'heldSat'>;

const afterFailure = (mistake: (payment: Failed, gate: OutflowModel) => void): SimulatedFault =>
  bendGate(({ moneyStore, payments }, gate) => ({
    moneyStore: bent(moneyStore, {
      resolve: async (events) => {
        const outcomes = await moneyStore.resolve(events);
        const present = gate();
        for (const [place, { paymentId, end }] of events.entries()) {
          const isFailed = end.kind === 'failed' && outcomes[place]?.kind === 'resolved';
          const payment = isFailed ? await payments.findPayment(paymentId) : null;
          if (payment !== null && present !== null) mistake(payment, present);
        }
        return outcomes;
      },
    }),
  }));

/** What a failed payment held is taken from the sum twice. */
const givenBackTwice = afterFailure(({ id, heldSat }, gate) => {
  gate.count(`again ${id}`, -satToMsat(heldSat));
});

/** The fee of a transaction is not counted. */
const chainFeeUncounted = bendGate(({ withdrawals }, gate) => ({
  withdrawals: bent(withdrawals, {
    sign: async (signing) => {
      const outcome = await withdrawals.sign(signing);
      const signed = outcome === 'signed' ? await withdrawals.find(signing.id) : null;
      if (signed !== null) gate()?.resolve(signed.id, satToMsat(signed.amountSat));
      return outcome;
    },
  }),
}));

export const OUTFLOW_FAULTS: Readonly<Record<string, SimulatedFault>> = {
  'batch-as-first': batchAsFirst,
  'latch-unkept': latchUnkept,
  'given-back-twice': givenBackTwice,
  'chain-fee-uncounted': chainFeeUncounted,
};
