import type { Budget } from '../../../src/authorization/budget.ts';
import type { Grant } from '../../../src/authorization/budget-store.ts';
import { BUDGET_INTERVALS } from '../../../src/authorization/budget-window.ts';
import { msat, sat } from '../../../src/base/amount.ts';
import type {
  CreditEvent,
  InternalPaymentEvent,
  ReserveEvent,
  ResolveEvent,
} from '../../../src/ledger/money-store.ts';
import type { PaymentOrder } from '../../../src/ledger/payment.ts';
import { ALL_GRANTS } from './budgets.ts';
import { type Cast, choose, lease } from './cast.ts';
import {
  claim,
  creditInvoice,
  creditKeysend,
  creditUnclaimed,
  failedEnd,
  internalKeysend,
  later,
  NOW,
  payInvoice,
  reserveEvent,
  settledEnd,
} from './events.ts';

/** Random numbers. Each of them chooses one of the available values. */
export type Pick = readonly [number, number, number, number, number, number];

export function makeReserve(cast: Cast, pick: Pick): ReserveEvent {
  const [repeat, who, what, key, amount, by] = pick;
  if (repeat % 4 === 3 && cast.reserves.length > 0) return choose(cast.reserves, repeat / 4);
  const isItem = what % 5 === 4;
  const event = reserveEvent(isItem ? cast.batch.userId : choose(cast.users, who), {
    secret: choose(cast.secrets, what),
    amountMsat: msat(BigInt(1 + (amount % 25)) * 900n),
    feeReserveSat: amount % 3,
    openPaymentsMax: 3,
    ...keyOf(key),
    ...orderedBy(cast, by),
    ...(isItem && { batch: { batchId: cast.batch.id, index: amount % 3 } }),
  });
  cast.reserves.push(event);
  return event;
}

export function makeInternal(cast: Cast, pick: Pick): InternalPaymentEvent {
  const [repeat, who, what, key, amount, by] = pick;
  if (repeat % 5 === 4 && cast.internals.length > 0) return choose(cast.internals, repeat / 5);
  const isItem = what % 12 === 9;
  const payer = isItem ? cast.batch.userId : choose(cast.users, who);
  const options = {
    ...keyOf(key),
    ...orderedBy(cast, by),
    hasBoostagram: amount % 7 === 0,
    settledAt: later(amount),
    ...(isItem && { batch: { batchId: cast.batch.id, index: amount % 3 } }),
  };
  const amountMsat = msat(BigInt(1 + (amount % 30)) * 700n);
  const invoice = choose(cast.invoices, what);
  const event =
    what % 3 === 0
      ? internalKeysend(payer, choose(cast.users, what / 3), { ...options, amountMsat })
      : payInvoice(payer, invoice, { ...options, amountMsat: invoice.amountMsat ?? amountMsat });
  if (amount % POISON === 1) return { ...event, invoiceId: choose(cast.invoices, what + 1).id };
  cast.internals.push(event);
  return event;
}

export function makeEnd(cast: Cast, [repeat, what, how, fee]: Pick): ResolveEvent {
  if (repeat % 5 === 4 && cast.ends.length > 0) return choose(cast.ends, repeat / 5);
  const any = [...cast.reserves, ...cast.internals];
  const events = how % 5 === 4 || cast.reserved.length === 0 ? any : cast.reserved;
  if (events.length === 0 || how % 11 === 10) return failedEnd(cast.batch.id);
  const { order } = choose<{ readonly order: PaymentOrder }>(events, what);
  const event =
    how % 3 === 0
      ? failedEnd(order.id, how % 2 === 0 ? 'reserved' : 'dispatched')
      : settledEnd(order, { feeMsat: msat(BigInt(fee) * 10n), at: later(fee) });
  cast.ends.push(event);
  return event;
}

export function makeCredit(cast: Cast, [repeat, who, what, index, amount]: Pick): CreditEvent {
  if (repeat % 5 === 4 && cast.credits.length > 0) return choose(cast.credits, repeat / 5);
  const options = {
    nodePubkey: cast.nodePubkey,
    settleIndex: BigInt(1 + (index % 60)),
    amountMsat: msat(BigInt(amount) * 50n + 1n),
    settledAt: later(amount),
    hasBoostagram: amount % 6 === 0,
    setId: amount % 9 === 0 ? `set ${index % 3}` : null,
    fence: lease.fence - (amount % 8 === 7 ? 1n : 0n),
  };
  const event =
    what % 4 === 0
      ? creditKeysend(choose(cast.users, who), options)
      : what % 9 === 0
        ? creditUnclaimed(options)
        : creditInvoice(choose(cast.invoices, who), what % 3 !== 0, options);
  if (amount % POISON === 1 && event.target.kind === 'invoice') {
    return { ...event, target: { ...event.target, userId: choose(cast.users, who + 1) } };
  }
  cast.credits.push(event);
  return event;
}

export interface BudgetChange {
  readonly grant: Grant;
  readonly budget: Budget | null;
  readonly at: Date;
}

export function makeBudgetChange(cast: Cast, pick: Pick): BudgetChange {
  const [kind, who, limit, how, when, by] = pick;
  const at = momentOf(cast, when);
  const userId = choose(cast.users, who);
  if (by % 5 === 4) {
    const most = {
      limitSat: sat(BigInt(1 + (limit % 90))),
      askAboveSat: null,
      interval: 'day',
      expiresAt: null,
    } as const;
    return { grant: { userId, grantId: ALL_GRANTS }, budget: kind % 3 === 2 ? null : most, at };
  }
  // Some only ask, and some only limit.
  const isAsking = limit % 7 > 2;
  const budget: Budget = {
    limitSat: limit % 7 < 6 ? sat(BigInt(1 + (limit % 60))) : null,
    askAboveSat: isAsking ? sat(BigInt(how % 13)) : null,
    interval: choose(BUDGET_INTERVALS, how),
    expiresAt: how % 4 === 3 ? new Date(at.getTime() + when * 100) : null,
  };
  const grant = { userId, grantId: choose(cast.grantIds, by) };
  return { grant, budget: kind % 5 === 4 ? null : budget, at };
}

/**
 * Chooses grant and time of an order: most by one grant, few by the last one, most now, and some by
 * a process whose clock is behind.
 */
export const orderedBy = (cast: Cast, by: number) => ({
  grantId: choose(cast.grantIds, by % 10 === 9 ? 2 : by % 3 === 2 ? 1 : 0),
  createdAt: momentOf(cast, by),
});

export function momentOf({ time }: Cast, number: number): Date {
  const place = number % 7 > 4 ? time.place - 1 : time.place;
  return choose(MOMENTS, Math.max(0, Math.min(place, MOMENTS.length - 1)));
}

/** Moments just before and after the ends of days, weeks, months and years. */
const MOMENTS: readonly Date[] = [
  NOW,
  ...[
    '2026-03-02T00:00:00.000Z',
    '2026-03-31T23:59:59.999Z',
    '2026-04-01T00:00:00.000Z',
    '2026-12-31T23:59:59.999Z',
    '2027-01-01T00:00:00.000Z',
    '2028-02-29T00:00:00.000Z',
  ].map((text) => new Date(text)),
];

/** One event out of this many contradicts the stored data, or itself. */
const POISON = 40;

export const keyOf = (key: number) =>
  key % 3 === 2 ? { claim: claim(`key ${key % 2}`, `request ${Math.floor(key / 6) % 3}`) } : {};
