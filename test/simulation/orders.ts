import { createHash } from 'node:crypto';
import type { Caller } from '../../src/authorization/caller.ts';
import { msat, sat, satToMsat } from '../../src/base/amount.ts';
import { assert } from '../../src/base/assert.ts';
import { createInvoice } from '../../src/invoices/create-invoice.ts';
import { EMPTY_ORDER } from '../../src/invoices/invoice-order.ts';
import type { PayAnswer } from '../../src/payments/await-outcome.ts';
import type { KeysendOrder } from '../../src/payments/keysend-order.ts';
import { payAtOnce } from '../../src/payments/pay-at-once.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { sendKeysend } from '../../src/payments/send-keysend.ts';
import { sendKeysends } from '../../src/payments/send-keysends.ts';
import { ENDED_TOKEN, TOKEN_IN_FORCE } from '../support/money-model/remembered-tokens.ts';
import { EXTERNAL_KEY, pubkeyOf } from '../support/scripted-node/bills.ts';
import { billPool } from './bill-pool.ts';
import type { Dice } from './dice.ts';
import type { Life } from './life.ts';
import { type ExternalBill, type Heard, noteBug, type Order, type Ordered } from './model.ts';
import type { KeysendItem } from './person.ts';
import type { Parts, ServiceProcess } from './service-process.ts';
import { alive, note, type Simulation } from './simulation.ts';

/** What users do: order payments and invoices from whichever process answers. */

export function orderInvoice(simulation: Simulation): void {
  const { dice, model } = simulation;
  const person = dice.pick(model.people);
  const order = {
    ...EMPTY_ORDER,
    amountMsat: dice.chance(0.25) ? null : msat(BigInt(dice.between(1000, 3_000_000))),
    description: 'bread',
    expirySec: dice.chance(0.1) ? 20 : 3600,
  };
  const idempotency = dice.chance(0.3) ? claimOf(`invoice ${dice.below(8)}`) : null;
  void call(simulation, async (parts) => {
    const created = await createInvoice(parts, { caller: person.caller, order, idempotency });
    if (created.ok) model.invoices.push(created.value);
  }).catch((error: unknown) => noteBug(model, error));
}

export function payOwnInvoice(simulation: Simulation): void {
  const { dice, model } = simulation;
  const [invoice] = model.invoices.length === 0 ? [] : [dice.pick(model.invoices)];
  if (invoice === undefined || invoice.bolt11 === null) orderInvoice(simulation);
  else {
    // Where it leaves the amount to them, several at once choose different ones.
    const times = invoice.amountMsat === null ? dice.between(1, 3) : 1;
    for (let count = 0; count < times; count += 1) place(simulation, toBill(simulation, invoice));
  }
}

export function payNewBill(simulation: Simulation): void {
  const bill = newBill(simulation);
  place(simulation, toBill(simulation, bill));
}

/** Any user pays an invoice of someone outside again. */
export function payOldBill(simulation: Simulation): void {
  const { dice, model } = simulation;
  if (model.bills.length === 0) payNewBill(simulation);
  else place(simulation, toBill(simulation, dice.pick(model.bills.slice(-6))));
}

/** One that no one has seen before, as long as there are any. */
export function newBill({ dice, model, node }: Simulation): ExternalBill {
  const known = new Set(model.bills.map(({ paymentHash }) => paymentHash));
  const fresh = billPool().filter(({ paymentHash }) => !known.has(paymentHash));
  const bill = dice.pick(fresh.length > 0 ? fresh : billPool());
  node.scripted.books.preimages.set(bill.paymentHash, bill.preimage);
  if (!known.has(bill.paymentHash)) model.bills.push(bill);
  return bill;
}

type OrderedBill = Extract<Ordered, { readonly kind: 'bill' }>;

/** With an amount only where the bill leaves it to its payer. */
export function toBill(
  { dice }: Simulation,
  { bolt11, paymentHash, amountMsat }: BillText,
): OrderedBill {
  const chosenMsat = amountMsat === null ? drawAmountMsat(dice) : null;
  return { kind: 'bill', bolt11: bolt11 ?? '', paymentHash, amountMsat: chosenMsat };
}

/** An invoice of anyone, which a process may have died over before its text was known. */
type BillText = Pick<OrderedBill, 'paymentHash' | 'amountMsat'> & {
  readonly bolt11: string | null;
};

const drawAmountMsat = (dice: Dice): bigint =>
  dice.chance(0.3) ? dice.pick([0n, ...ODD_MSAT]) : BigInt(dice.between(1, 4000)) * 1000n;

/** From too little to bring anything up to more than some may have. */
export const ODD_MSAT = [1n, 999n, 1000n, 1500n, 9_000_000n];

export function orderKeysend(simulation: Simulation): void {
  place(simulation, { kind: 'keysend', item: newItem(simulation) });
}

export function orderBatch(simulation: Simulation): void {
  const { dice } = simulation;
  const items = Array.from({ length: dice.between(1, 12) }, () => newItem(simulation));
  place(simulation, { kind: 'batch', items });
}

export function newItem({ dice, model }: Simulation): KeysendItem {
  model.keysendsCount += 1;
  const amountSat = BigInt(100 + model.keysendsCount);
  return { amountSat, to: dice.chance(0.4) ? dice.pick(model.people) : null };
}

/** A caller who heard nothing, or does not trust the answer, calls again under the same key. */
export function repeatOrder(simulation: Simulation): void {
  const { dice, model } = simulation;
  const keyed = model.orders.filter(({ key }) => key !== null).slice(-8);
  if (keyed.length > 0) callFor(simulation, dice.pick(keyed));
}

export function place(simulation: Simulation, what: Ordered): void {
  const { dice, model } = simulation;
  const number = model.orders.length;
  const person = dice.pick(model.people);
  const key = dice.chance(0.5) ? `order ${number}` : null;
  const order: Order = { number, person, key, what, answers: [] };
  model.orders.push(order);
  callFor(simulation, order);
  // A double tap, or two apps.
  if (key !== null && dice.chance(0.1)) callFor(simulation, order);
}

function callFor(simulation: Simulation, order: Order): void {
  const heard = (what: Heard): void => {
    order.answers.push(what);
    note(simulation, `order ${order.number} heard ${describe(what)}`);
  };
  note(simulation, `order ${order.number} ${describeOrder(order)}`);
  void call(simulation, async (parts) => heard(await carryOut(simulation, parts, order))).catch(
    (error: unknown) => {
      noteBug(simulation.model, error);
      heard({ kind: 'fault', error });
    },
  );
}

async function carryOut(
  { paysAtOnce }: Simulation,
  parts: Parts,
  { number, person, key, what }: Order,
): Promise<Heard> {
  const context = { caller: person.caller, idempotency: key === null ? null : claimOf(key) };
  switch (what.kind) {
    case 'bill': {
      const amountMsat = what.amountMsat === null ? null : msat(what.amountMsat);
      const input = { ...context, bolt11: what.bolt11, amountMsat };
      const tries = paysAtOnce && key === null && amountMsat === null;
      const paid = tries ? await tryAtOnce(parts, input, number) : null;
      return { kind: 'one', answer: paid ?? (await payInvoice(parts, input)) };
    }
    case 'keysend': {
      const order = toKeysendOrder(parts, what.item);
      return { kind: 'one', answer: await sendKeysend(parts, { ...context, order }) };
    }
    case 'batch': {
      const orders = what.items.map((item) => toKeysendOrder(parts, item));
      const answer = await sendKeysends(parts, { ...context, orders });
      return answer.ok ? { kind: 'many', answers: answer.value } : { kind: 'refused_batch' };
    }
  }
}

/** Tries to pay without a look at the token of the payer, which was ended for some of the orders. */
async function tryAtOnce(
  parts: Parts,
  { caller, bolt11 }: { readonly caller: Caller; readonly bolt11: string },
  number: number,
): Promise<PayAnswer | null> {
  const payerToken = number % 4 === 0 ? ENDED_TOKEN : TOKEN_IN_FORCE;
  const paid = await payAtOnce(parts, { caller, payerToken, bolt11 });
  const isPaid = paid?.ok === true;
  assert(!isPaid || payerToken === TOKEN_IN_FORCE, 'an ended token pays nothing');
  return paid;
}

const EXTERNAL = pubkeyOf(EXTERNAL_KEY);

const toKeysendOrder = ({ node }: Parts, { amountSat, to }: KeysendItem): KeysendOrder => ({
  destination: to === null ? EXTERNAL : node.pubkey,
  amountMsat: satToMsat(sat(amountSat)),
  memo: null,
  recordsText: to === null ? null : { 696969: to.user.identifier },
});

/** Any process that lives takes the call, should one live. */
export async function call(
  simulation: Simulation,
  work: (parts: Parts, life: Life, running: ServiceProcess) => Promise<void>,
): Promise<void> {
  const serving = alive(simulation);
  if (serving.length === 0) return;
  const running = simulation.dice.pick(serving);
  const { parts, life, ready } = running;
  await ready;
  if (!parts.shutdown.aborted) await work(parts, life, running);
}

const claimOf = (key: string) => ({
  key,
  requestHash: new Uint8Array(createHash('sha256').update(key).digest()),
});

function describeOrder({ person, key, what }: Order): string {
  const shown = what.kind === 'bill' ? what.paymentHash.slice(0, 8) : what.kind;
  return `${person.user.name} pays ${shown} ${key ?? ''}`;
}

function describe(heard: Heard): string {
  if (heard.kind === 'fault') return String(heard.error);
  if (heard.kind !== 'one') return heard.kind;
  return heard.answer.ok ? 'success' : heard.answer.refusal.kind;
}
