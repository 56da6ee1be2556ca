import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { msat, type Sat, sat } from '../../../src/base/amount.ts';
import type { Invoice } from '../../../src/ledger/invoice.ts';
import type {
  CreditEvent,
  InternalPaymentEvent,
  ReserveEvent,
  ResolveEvent,
} from '../../../src/ledger/money-store.ts';
import type { SignedTransaction } from '../../../src/onchain/withdrawal.ts';
import type { NewWithdrawal } from '../../../src/onchain/withdrawal-store.ts';
import type { PaymentBatch } from '../../../src/payments/batch-store.ts';
import { strangeAddress } from '../onchain/withdrawal-events.ts';
import { newBatch } from './batches.ts';
import {
  addInvoice,
  addUser,
  claim,
  creditKeysend,
  later,
  NOW,
  newSecret,
  reserveEvent,
  type Secret,
} from './events.ts';
import type { MoneyWorld } from './money-world.ts';

/** The users and other things that a random script is about. */
export interface Cast {
  readonly users: readonly string[];
  /**
   * The grants, which exist for each user. The first begins with a budget, the last with one that
   * has expired.
   */
  readonly grantIds: readonly string[];
  /** The time that the script has reached. */
  readonly time: { place: number };
  readonly invoices: readonly Invoice[];
  readonly secrets: readonly Secret[];
  readonly batch: PaymentBatch;
  readonly nodePubkey: string;
  /** All reserve events so far, which can be repeated. */
  readonly reserves: ReserveEvent[];
  /** Reserve events that hold money, or have held some. */
  readonly reserved: ReserveEvent[];
  readonly internals: InternalPaymentEvent[];
  readonly ends: ResolveEvent[];
  readonly credits: CreditEvent[];
  /** Bitcoin addresses, one of each user. */
  readonly addresses: readonly { readonly userId: string; readonly address: string }[];
  readonly withdrawn: NewWithdrawal[];
  /** By id, events that were told to ask for an approval. */
  readonly asking: Map<string, AskingEvent>;
  /** By the id of the payment, what waits for an approval or has waited for one. */
  readonly asked: Map<string, AskedEvent>;
  /** The grant that its user may revoke. */
  readonly revocable: string;
  /** By id, what payments took from a wallet that needed no approval. */
  readonly unasked: Map<string, Sat>;
  readonly transactions: Map<string, SignedTransaction>;
  /** The id of the transaction that made a coin. */
  readonly coinOf: (name: string) => string;
  /** The answers of the first world to all events so far, with the names of the calls. */
  readonly heard: string[];
}

/** An event that takes money, and the call that books it. */
export type AskingEvent =
  | { readonly call: 'reserve'; readonly event: ReserveEvent }
  | { readonly call: 'settleInternal'; readonly event: InternalPaymentEvent }
  | { readonly call: 'withdraw'; readonly event: NewWithdrawal };

export interface AskedEvent {
  readonly asking: AskingEvent;
  readonly approvalId: string;
}

/**
 * Makes the same cast in every world, with a little money, and an open payment for some users.
 * Without budgets, most lists of internal payments are decided by a single statement.
 */
export async function castIn(worlds: readonly MoneyWorld[], hasBudgets = true): Promise<Cast> {
  const all = everywhere(worlds);
  const users = [await addUser(all), await addUser(all), await addUser(all)];
  const nodePubkey = `02${randomBytes(32).toString('hex')}`;
  await all.setBaseline(nodePubkey, BASELINE);
  await all.raiseFence(lease.fence);
  await all.store.credit(
    users.map((user, index) =>
      creditKeysend(user, { amountSat: 40 * index, nodePubkey, settleIndex: BASELINE + 1n }),
    ),
  );
  const invoices = [
    await addInvoice(all, choose(users, 0), { amountMsat: msat(7250n) }),
    await addInvoice(all, choose(users, 1), { amountSat: 20, claim: claim('key 0', 'request 0') }),
    await addInvoice(all, choose(users, 1), { amountSat: 1, expiresAt: later(-1) }),
    await addInvoice(all, choose(users, 2), { amountMsat: msat(3999n) }),
    await addInvoice(all, choose(users, 0), { amountMsat: null }),
  ];
  const batch = newBatch(choose(users, 2), 3);
  await all.addBatch(batch);
  const addresses = users.map((userId) => ({ userId, address: strangeAddress() }));
  for (const { userId, address } of addresses) await all.addAddress(userId, address);
  const secrets = [...invoices, newSecret(), newSecret(), newSecret()];
  const budget = {
    limitSat: sat(60n),
    askAboveSat: sat(10n),
    interval: 'day',
    expiresAt: null,
  } as const;
  for (const userId of hasBudgets ? users : []) {
    await all.budgets.setBudget({ userId, grantId: 'grant' }, budget, NOW);
    const over = { ...budget, expiresAt: later(-1) };
    await all.budgets.setBudget({ userId, grantId: 'late grant' }, over, NOW);
  }
  const revocable = randomUUID();
  await all.addGrant(choose(users, 0), revocable);
  const grantIds = ['grant', revocable, 'late grant'];
  const reserved = users.slice(1).map((user) => reserveEvent(user, { amountMsat: msat(9500n) }));
  await all.store.reserve(reserved);
  return {
    users,
    grantIds,
    time: { place: 0 },
    invoices,
    secrets,
    batch,
    nodePubkey,
    reserves: [...reserved],
    reserved,
    internals: [],
    ends: [],
    credits: [],
    addresses,
    withdrawn: [],
    asking: new Map(),
    asked: new Map(),
    revocable,
    unasked: new Map(reserved.map(({ order, heldSat }) => [order.id, heldSat])),
    transactions: new Map(),
    coinOf: (name) => createHash('sha256').update(`${batch.id} ${name}`).digest('hex'),
    heard: [],
  };
}

const BASELINE = 5n;

/** The lease of the watcher, which all scripts of a database share. */
export const lease = { fence: 1n };

/** A world that stands for several: whatever is set up in it is set up in each of them. */
function everywhere(worlds: readonly MoneyWorld[]): MoneyWorld {
  const [first, ...others] = worlds;
  if (first === undefined) throw new RangeError('there is no world');
  return {
    ...first,
    store: {
      ...first.store,
      reserve: async (events) => {
        for (const world of others) await world.store.reserve(events);
        return await first.store.reserve(events);
      },
      credit: async (events) => {
        for (const world of others) await world.store.credit(events);
        return await first.store.credit(events);
      },
    },
    budgets: {
      ...first.budgets,
      setBudget: async (grant, budget, at) => {
        for (const world of worlds) await world.budgets.setBudget(grant, budget, at);
      },
    },
    addUser: async (userId) => {
      for (const world of worlds) await world.addUser(userId);
    },
    addInvoice: async (invoice, grantId, key) => {
      for (const world of worlds) await world.addInvoice(invoice, grantId, key);
    },
    addAddress: async (userId, address) => {
      for (const world of worlds) await world.addAddress(userId, address);
    },
    addGrant: async (userId, grantId) => {
      for (const world of worlds) await world.addGrant(userId, grantId);
    },
    addBatch: async (batch) => {
      for (const world of worlds) await world.addBatch(batch);
    },
    setBaseline: async (pubkey, baseline) => {
      for (const world of worlds) await world.setBaseline(pubkey, baseline);
    },
    raiseFence: async (fence) => {
      for (const world of worlds) await world.raiseFence(fence);
    },
  };
}

export function choose<Item>(items: readonly Item[], number: number): Item {
  const item = items[Math.floor(number) % items.length];
  if (item === undefined) throw new RangeError('there is nothing to choose from');
  return item;
}
