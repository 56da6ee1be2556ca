import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { msat } from '../../../src/base/amount.ts';
import type { PaymentBatch } from '../../../src/wallet/batch-store.ts';
import type { Invoice } from '../../../src/wallet/invoice.ts';
import type {
  CreditEvent,
  InternalPaymentEvent,
  ReserveEvent,
  ResolveEvent,
} from '../../../src/wallet/money-store.ts';
import { newBatch } from './batches.ts';
import {
  addInvoice,
  addUser,
  claim,
  creditInvoice,
  creditKeysend,
  creditUnclaimed,
  failedEnd,
  internalKeysend,
  later,
  newSecret,
  OWNER,
  payInvoice,
  reserveEvent,
  type Secret,
  settledEnd,
} from './events.ts';
import type { MoneyWorld } from './money-world.ts';

/**
 * Random scripts of calls. Their cast is small, so that events often share users, hashes, invoices
 * and keys, and an event is often one that came before.
 */
export interface Step {
  readonly call: 'reserve' | 'settleInternal' | 'resolve' | 'credit' | 'dispatch' | 'cancel';
  readonly picks: readonly Pick[];
}

/** Numbers that choose, each from whatever there is to choose from. */
type Pick = readonly [number, number, number, number, number];

export function scriptOf(limits: {
  readonly maxSteps: number;
  readonly maxEvents: number;
}): fc.Arbitrary<readonly Step[]> {
  const number = fc.nat({ max: 719 });
  const pick: fc.Arbitrary<Pick> = fc.tuple(number, number, number, number, number);
  const call = fc.constantFrom<Step['call'][]>(
    ...(['reserve', 'reserve', 'settleInternal', 'settleInternal', 'settleInternal'] as const),
    ...(['dispatch', 'resolve', 'resolve', 'credit', 'credit', 'cancel'] as const),
  );
  const picks = fc.array(pick, { minLength: 1, maxLength: limits.maxEvents });
  return fc.array(fc.record({ call, picks }), { minLength: 1, maxLength: limits.maxSteps });
}

/** Who and what a script is about. */
export interface Cast {
  readonly users: readonly string[];
  readonly invoices: readonly Invoice[];
  readonly secrets: readonly Secret[];
  readonly batch: PaymentBatch;
  readonly nodePubkey: string;
  /** All events so far, to be repeated. */
  readonly reserves: ReserveEvent[];
  readonly internals: InternalPaymentEvent[];
  readonly ends: ResolveEvent[];
  readonly credits: CreditEvent[];
}

/** The same cast in every world, each user with a little money. */
export async function castIn(worlds: readonly MoneyWorld[]): Promise<Cast> {
  const all = everywhere(worlds);
  const users = [await addUser(all), await addUser(all), await addUser(all)];
  const nodePubkey = `02${randomBytes(32).toString('hex')}`;
  await all.setBaseline(nodePubkey, BASELINE);
  await all.store.credit(
    users.map((user, index) =>
      creditKeysend(user, { amountSat: 40 * index, nodePubkey, settleIndex: BASELINE + 1n }),
    ),
  );
  const invoices = [
    await addInvoice(all, choose(users, 0), { amountSat: 7 }),
    await addInvoice(all, choose(users, 1), { amountSat: 20, claim: claim('key 0') }),
    await addInvoice(all, choose(users, 1), { amountSat: 1, expiresAt: later(-1) }),
    await addInvoice(all, choose(users, 2), { amountSat: 3 }),
  ];
  const batch = newBatch(choose(users, 2), 3);
  await all.addBatch(batch);
  const secrets = [...invoices, newSecret(), newSecret(), newSecret()];
  return {
    ...{ users, invoices, secrets, batch, nodePubkey },
    ...{ reserves: [], internals: [], ends: [], credits: [] },
  };
}

const BASELINE = 5n;

/** Plays one step in each world and answers what each of them said. */
export async function playStep(
  cast: Cast,
  { call, picks }: Step,
  worlds: readonly MoneyWorld[],
): Promise<readonly unknown[]> {
  const inEach = (ask: (world: MoneyWorld) => Promise<unknown>) => Promise.all(worlds.map(ask));
  switch (call) {
    case 'reserve': {
      const events = picks.map((pick) => makeReserve(cast, pick));
      return inEach((world) => world.store.reserve(events));
    }
    case 'settleInternal': {
      const events = picks.map((pick) => makeInternal(cast, pick));
      return inEach((world) => world.store.settleInternal(events));
    }
    case 'resolve': {
      const events = picks.map((pick) => makeEnd(cast, pick));
      return inEach((world) => world.store.resolve(events));
    }
    case 'credit': {
      const events = picks.map((pick) => makeCredit(cast, pick));
      return inEach((world) => world.store.credit(events));
    }
    case 'dispatch': {
      if (cast.reserves.length === 0) return [];
      const { order } = choose(cast.reserves, picks[0]?.[0] ?? 0);
      return inEach(async (world) =>
        (await world.findPayment(order.id)) === null
          ? null
          : await world.beginDispatch(order.id, OWNER),
      );
    }
    case 'cancel':
      return inEach((world) => world.cancelPendingItems(cast.batch.id));
  }
}

function makeReserve(cast: Cast, [repeat, who, what, key, amount]: Pick): ReserveEvent {
  if (repeat % 4 === 0 && cast.reserves.length > 0) return choose(cast.reserves, repeat / 4);
  const isItem = what % 5 === 0;
  const event = reserveEvent(isItem ? cast.batch.userId : choose(cast.users, who), {
    secret: choose(cast.secrets, what),
    amountMsat: msat(BigInt(1 + (amount % 25)) * 900n),
    feeReserveSat: amount % 3,
    openPaymentsMax: 3,
    ...keyOf(key),
    ...(isItem && { batch: { batchId: cast.batch.id, index: amount % 3 } }),
  });
  cast.reserves.push(event);
  return event;
}

function makeInternal(cast: Cast, [repeat, who, what, key, amount]: Pick): InternalPaymentEvent {
  if (repeat % 5 === 0 && cast.internals.length > 0) return choose(cast.internals, repeat / 5);
  const payer = choose(cast.users, who);
  const options = { ...keyOf(key), hasBoostagram: amount % 7 === 0, settledAt: later(amount) };
  const amountMsat = msat(BigInt(1 + (amount % 30)) * 700n);
  const event =
    what % 3 === 0
      ? internalKeysend(payer, choose(cast.users, what / 3), { ...options, amountMsat })
      : payInvoice(payer, choose(cast.invoices, what), options);
  cast.internals.push(event);
  return event;
}

function makeEnd(cast: Cast, [repeat, what, how, fee]: Pick): ResolveEvent {
  if (repeat % 5 === 0 && cast.ends.length > 0) return choose(cast.ends, repeat / 5);
  const orders = [...cast.reserves, ...cast.internals].map((event) => event.order);
  const order = orders[what % Math.max(orders.length, 1)];
  if (order === undefined || how % 11 === 0) return failedEnd(cast.batch.id);
  const event =
    how % 3 === 0
      ? failedEnd(order.id, how % 2 === 0 ? 'reserved' : 'dispatched')
      : settledEnd(order, { feeMsat: msat(BigInt(fee) * 10n), at: later(fee) });
  cast.ends.push(event);
  return event;
}

function makeCredit(cast: Cast, [repeat, who, what, index, amount]: Pick): CreditEvent {
  if (repeat % 5 === 0 && cast.credits.length > 0) return choose(cast.credits, repeat / 5);
  const options = {
    nodePubkey: cast.nodePubkey,
    settleIndex: BigInt(1 + (index % 60)),
    amountMsat: msat(BigInt(amount) * 50n + 1n),
    settledAt: later(amount),
    hasBoostagram: amount % 6 === 0,
    setId: amount % 9 === 0 ? `set ${index % 3}` : null,
  };
  const event =
    what % 4 === 0
      ? creditKeysend(choose(cast.users, who), options)
      : what % 9 === 0
        ? creditUnclaimed(options)
        : creditInvoice(choose(cast.invoices, who), what % 3 !== 0, options);
  cast.credits.push(event);
  return event;
}

const keyOf = (key: number) =>
  key % 3 === 0 ? { claim: claim(`key ${key % 2}`, `request ${key % 5}`) } : {};

function choose<Item>(items: readonly Item[], number: number): Item {
  const item = items[Math.floor(number) % items.length];
  if (item === undefined) throw new RangeError('there is nothing to choose from');
  return item;
}

/** One world that is all of them: what is set up in it is set up in each. */
function everywhere(worlds: readonly MoneyWorld[]): MoneyWorld {
  const [first, ...others] = worlds;
  if (first === undefined) throw new RangeError('there is no world');
  return {
    ...first,
    store: {
      ...first.store,
      credit: async (events) => {
        for (const world of others) await world.store.credit(events);
        return first.store.credit(events);
      },
    },
    addUser: async (userId) => {
      for (const world of worlds) await world.addUser(userId);
    },
    addInvoice: async (invoice, grantId, key) => {
      for (const world of worlds) await world.addInvoice(invoice, grantId, key);
    },
    addBatch: async (batch) => {
      for (const world of worlds) await world.addBatch(batch);
    },
    setBaseline: async (pubkey, baseline) => {
      for (const world of worlds) await world.setBaseline(pubkey, baseline);
    },
  };
}
