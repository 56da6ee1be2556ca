import { createHash, randomBytes } from 'node:crypto';
import { msat, sat } from '../../../src/base/amount.ts';
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
  /** The grants, which exist for each user. */
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
  readonly transactions: Map<string, SignedTransaction>;
  /** The id of the transaction that made a coin. */
  readonly coinOf: (name: string) => string;
  /** The answers of the first world to all events so far, with the names of the calls. */
  readonly heard: string[];
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
    askAboveSat: null,
    interval: 'day',
    expiresAt: null,
  } as const;
  for (const userId of hasBudgets ? users : []) {
    await all.budgets.setBudget({ userId, grantId: choose(GRANT_IDS, 0) }, budget, NOW);
    const over = { ...budget, expiresAt: later(-1) };
    await all.budgets.setBudget({ userId, grantId: choose(GRANT_IDS, 2) }, over, NOW);
  }
  const reserved = users.slice(1).map((user) => reserveEvent(user, { amountMsat: msat(9500n) }));
  await all.store.reserve(reserved);
  return {
    users,
    grantIds: GRANT_IDS,
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
    transactions: new Map(),
    coinOf: (name) => createHash('sha256').update(`${batch.id} ${name}`).digest('hex'),
    heard: [],
  };
}

const BASELINE = 5n;
/** The grants of a user. The first begins with a budget, the last with one that has expired. */
const GRANT_IDS = ['grant', 'other grant', 'late grant'];

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
