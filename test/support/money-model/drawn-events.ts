import { msat } from '../../../src/base/amount.ts';
import type {
  CreditEvent,
  InternalPaymentEvent,
  ReserveEvent,
  ResolveEvent,
} from '../../../src/wallet/money-store.ts';
import type { PaymentOrder } from '../../../src/wallet/payment.ts';
import { type Cast, choose, lease } from './cast.ts';
import {
  claim,
  creditInvoice,
  creditKeysend,
  creditUnclaimed,
  failedEnd,
  internalKeysend,
  later,
  payInvoice,
  reserveEvent,
  settledEnd,
} from './events.ts';

/** Numbers that choose, each from whatever there is to choose from. */
export type Pick = readonly [number, number, number, number, number];

export function makeReserve(cast: Cast, [repeat, who, what, key, amount]: Pick): ReserveEvent {
  if (repeat % 4 === 3 && cast.reserves.length > 0) return choose(cast.reserves, repeat / 4);
  const isItem = what % 5 === 4;
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

export function makeInternal(cast: Cast, pick: Pick): InternalPaymentEvent {
  const [repeat, who, what, key, amount] = pick;
  if (repeat % 5 === 4 && cast.internals.length > 0) return choose(cast.internals, repeat / 5);
  const isItem = what % 12 === 9;
  const payer = isItem ? cast.batch.userId : choose(cast.users, who);
  const options = {
    ...keyOf(key),
    ...{ hasBoostagram: amount % 7 === 0, settledAt: later(amount) },
    ...(isItem && { batch: { batchId: cast.batch.id, index: amount % 3 } }),
  };
  const amountMsat = msat(BigInt(1 + (amount % 30)) * 700n);
  const event =
    what % 3 === 0
      ? internalKeysend(payer, choose(cast.users, what / 3), { ...options, amountMsat })
      : payInvoice(payer, choose(cast.invoices, what), options);
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

/** One event of so many contradicts what is stored, or itself. */
const POISON = 40;

const keyOf = (key: number) =>
  key % 3 === 2 ? { claim: claim(`key ${key % 2}`, `request ${Math.floor(key / 6) % 3}`) } : {};
