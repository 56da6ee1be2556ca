import { newUuid } from '../../src/base/id.ts';
import type { MoneyStore, ResolveEvent } from '../../src/ledger/money-store.ts';
import type { NodePayment, SendOutcome } from '../../src/lightning/node-port.ts';
import type { ComparisonStore } from '../../src/node/comparison-store.ts';
import type { PaymentStore } from '../../src/payments/payment-store.ts';
import { ALL_GRANTS } from '../support/money-model/budgets.ts';
import { OWN_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';
import { APP_FAULTS } from './app-faults.ts';
import { APPROVAL_FAULTS } from './approval-faults.ts';
import { CHAIN_FAULTS } from './chain-faults.ts';
import type { SimulatedFault } from './fault.ts';
import { OUTFLOW_FAULTS } from './outflow/outflow-faults.ts';

/** Above every index that a node gives in a simulation. */
const NEWER_THAN_ALL = 2n ** 60n;

/** A hand-over without an answer is taken for a failed one: the payer gets their money back. */
const refundOnTimeOut: SimulatedFault = {
  bendNode: (node) => ({
    ...node,
    send: async (order, hooks) => {
      const outcome = await node.send(order, hooks);
      if (outcome.kind !== 'unknown') return outcome;
      return { kind: 'failed', paymentIndex: NEWER_THAN_ALL, reason: 'timeout' };
    },
  }),
};

/** The cursor is stored in a call of its own, before the credit. */
const cursorBeforeCredit: SimulatedFault = {
  bendStores: (stores) => ({
    ...stores,
    moneyStore: {
      ...methodsOf(stores.moneyStore),
      credit: async (events) => {
        for (const { nodePubkey, settleIndex, fence } of events) {
          await stores.nodes.advanceCursor(nodePubkey, settleIndex, fence);
        }
        return await stores.moneyStore.credit(events);
      },
    },
  }),
};

/** What was handed over without an answer is handed over again. */
const resendAfterUnknown: SimulatedFault = {
  bendNode: (node) => ({
    ...node,
    send: async (order, hooks) => {
      const outcome = await node.send(order, hooks);
      return outcome.kind === 'unknown' ? await node.send(order, hooks) : outcome;
    },
  }),
};

/** A settlement that is told again is credited again. */
const creditOnRepeat: SimulatedFault = {
  bendStores: (stores, { clock, random }) => ({
    ...stores,
    moneyStore: {
      ...methodsOf(stores.moneyStore),
      credit: async (events) => {
        const outcomes = await stores.moneyStore.credit(events);
        const [event] = events;
        if (event === undefined || outcomes[0]?.kind !== 'present') return outcomes;
        const receipt = { ...event.receipt, id: newUuid(clock, random) };
        return await stores.moneyStore.credit([{ ...event, receipt, setId: receipt.id }]);
      },
    },
  }),
};

/** A failure is believed, whichever attempt of the hash it belongs to. */
const staleFailedBelieved: SimulatedFault = {
  bendNode: (node) => {
    const believe = <Said extends NodePayment | SendOutcome>(said: Said): Said =>
      said.kind === 'failed' ? { ...said, paymentIndex: NEWER_THAN_ALL } : said;
    return {
      ...node,
      send: async (order, hooks) => believe(await node.send(order, hooks)),
      payment: async (hash) => believe(await node.payment(hash)),
      follow: async (hash, signal) => {
        const said = await node.follow(hash, signal);
        return said.kind === 'unknown' ? said : believe(said);
      },
    };
  },
};

/** Keysends pass the budget of their grant by. */
const keysendsUnbudgeted: SimulatedFault = {
  bendStores: (stores) => ({
    ...stores,
    moneyStore: {
      ...methodsOf(stores.moneyStore),
      reserve: (events) =>
        stores.moneyStore.reserve(
          events.map((event) =>
            event.order.kind === 'keysend'
              ? { ...event, order: { ...event.order, grantId: 'nobody' } }
              : event,
          ),
        ),
    },
  }),
};

/** What a user may send on a day is not asked for payments to other users here. */
const insideUnlimited: SimulatedFault = {
  bendStores: (stores, { clock }) => ({
    ...stores,
    moneyStore: {
      ...methodsOf(stores.moneyStore),
      settleInternal: async (events) => {
        const limits = await Promise.all(
          events.map(async ({ order: { userId } }) => {
            const found = await stores.budgets.readBudgets(userId, [ALL_GRANTS], clock.now());
            return { userId, grantId: ALL_GRANTS, limit: found.get(ALL_GRANTS) ?? null };
          }),
        );
        const limited = limits.filter(({ limit }) => limit !== null);
        for (const one of limited) await stores.budgets.setBudget(one, null, clock.now());
        try {
          return await stores.moneyStore.settleInternal(events);
        } finally {
          for (const one of limited) await stores.budgets.setBudget(one, one.limit, clock.now());
        }
      },
    },
  }),
};

/** What is on its way through a process when an operator stops leaves all the same. */
const stopPassedBy: SimulatedFault = {
  bendStores: (stores, { storage }) => {
    const beginDispatch: PaymentStore['beginDispatch'] = async (dispatch) => {
      const wasStopped = await storage.liftPaymentStop();
      const outcome = await stores.payments.beginDispatch(dispatch);
      if (wasStopped) await storage.stopPayments();
      return outcome;
    };
    const payments = new Proxy(stores.payments, {
      get: (store, name) => (name === 'beginDispatch' ? beginDispatch : Reflect.get(store, name)),
    });
    return { ...stores, payments };
  },
};

/** Nothing shows that the database went back, so that "reserved" is taken at its word. */
const reservedMeansUnsent: SimulatedFault = {
  bendStores: (stores) => ({
    ...stores,
    moneyStore: {
      ...methodsOf(stores.moneyStore),
      resolve: (events) => stores.moneyStore.resolve(events.map(asSaidBySender)),
    },
    comparisons: {
      ...comparisonsOf(stores.comparisons),
      recogniseDatabase: async () => undefined,
      stopAsRewound: async () => undefined,
      // So that what the node has counts as paid by others, before the reserve.
      readLook: async () => {
        const look = await stores.comparisons.readLook();
        return look === null ? null : { ...look, paymentIndex: NEWER_THAN_ALL };
      },
      finishLook: async () => true,
    },
  }),
};

const asSaidBySender = (event: ResolveEvent): ResolveEvent =>
  event.end.kind === 'failed' && event.end.onlyFrom === 'unsent'
    ? { ...event, end: { ...event.end, onlyFrom: 'reserved' } }
    : event;

/** What the node knows is passed over by its newest index, without a look at what it is. */
const nodeNotLookedAt: SimulatedFault = {
  bendNode: (node) => ({ ...node, recordedPayments: async function* () {} }),
};

/** Pruning takes no notice of money that waits at the node, or came in just now. */
const pruneWhatIsPaid: SimulatedFault = {
  bendNode: (node) => ({
    ...node,
    cancelInvoice: async (hash) => {
      await node.cancelInvoice(hash);
      return true;
    },
    deleteInvoice: async (hash) => {
      await node.deleteInvoice(hash);
      return 'deleted';
    },
  }),
};

/** Pruning removes rows, and forgets the node: strangers pay for what no one knows. */
const pruneHereOnly: SimulatedFault = {
  bendNode: (node) => ({
    ...node,
    cancelInvoice: async () => true,
    deleteInvoice: async () => 'deleted',
  }),
};

/** A server that answers at the address of our node is taken for it. */
const anyNodeBelieved: SimulatedFault = {
  bendNode: (node) => ({
    ...node,
    info: async () => ({ ...(await node.info()), pubkey: OWN_PUBKEY }),
  }),
};

const OWN_PUBKEY = pubkeyOf(OWN_KEY);

/** What a process remembers of a token is believed without a proof. */
const endedTokenBelieved: SimulatedFault = {
  bendStores: (stores) => ({
    ...stores,
    moneyStore: {
      ...methodsOf(stores.moneyStore),
      settleInternal: (events) =>
        stores.moneyStore.settleInternal(events.map(({ payerToken: _, ...event }) => event)),
    },
  }),
};

export const FAULTS: Readonly<Record<string, SimulatedFault>> = {
  'refund-on-time-out': refundOnTimeOut,
  'cursor-before-credit': cursorBeforeCredit,
  'resend-after-unknown': resendAfterUnknown,
  'credit-on-repeat': creditOnRepeat,
  'stale-failed-believed': staleFailedBelieved,
  'keysends-unbudgeted': keysendsUnbudgeted,
  'reserved-means-unsent': reservedMeansUnsent,
  'node-not-looked-at': nodeNotLookedAt,
  'prune-what-is-paid': pruneWhatIsPaid,
  'prune-here-only': pruneHereOnly,
  'any-node-believed': anyNodeBelieved,
  'inside-unlimited': insideUnlimited,
  'stop-passed-by': stopPassedBy,
  'ended-token-believed': endedTokenBelieved,
  ...APP_FAULTS,
  ...CHAIN_FAULTS,
  ...APPROVAL_FAULTS,
  ...OUTFLOW_FAULTS,
};

const comparisonsOf = (store: ComparisonStore): ComparisonStore => ({
  recogniseDatabase: () => store.recogniseDatabase(),
  stopAsRewound: (detail) => store.stopAsRewound(detail),
  readLook: () => store.readLook(),
  finishLook: (look, index) => store.finishLook(look, index),
  findLost: (ids) => store.findLost(ids),
  readDue: () => store.readDue(),
  recordedStateOf: (payments) => store.recordedStateOf(payments),
  findUnknownInvoices: (hashes) => store.findUnknownInvoices(hashes),
  saveComparison: (comparison) => store.saveComparison(comparison),
  listDifferences: (limit) => store.listDifferences(limit),
  release: (onlyIfEqual) => store.release(onlyIfEqual),
  releaseAfterFailover: () => store.releaseAfterFailover(),
});

/** A wired store is a proxy, which cannot be spread. */
const methodsOf = (store: MoneyStore): MoneyStore => ({
  reserve: (events) => store.reserve(events),
  settleInternal: (events) => store.settleInternal(events),
  resolve: (events) => store.resolve(events),
  credit: (events) => store.credit(events),
});
