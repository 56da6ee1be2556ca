import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import {
  askOnly,
  payAddress,
  payAddressInternally,
  payAddressInternallyAndExternally,
  payAddressLate,
} from './address-steps.ts';
import { billOrder, internalItem } from './bill-order.ts';
import type { Load } from './load.ts';
import { addOperatorInvoice, TAG_RECORD } from './node-side.ts';
import type { Item } from './order-book.ts';
import { payFromExternalNode } from './pay-from-external.ts';
import type { Wallet } from './wallets.ts';

/** Something that people do with their wallets. */
export type Step = (load: Load) => Promise<void>;

/** Every kind of step with its weight. */
export const LOAD_MIX: readonly (readonly [weight: number, step: Step])[] = [
  [20, payInternally],
  [18, payExternal],
  [10, keysendExternal],
  [6, keysendInternally],
  [8, keysendMany],
  [12, bePaidFromExternalNode],
  [8, beSentKeysend],
  [3, payOneInvoiceByTwo],
  [3, payOneExternalInvoiceByTwo],
  [3, payInternallyAndExternally],
  [4, payUnderTwoKeys],
  [2, payOneself],
  [2, payTooMuch],
  [3, payTheOperator],
  [3, lookAround],
  [8, payAddress],
  [6, askOnly],
  [4, payAddressLate],
  [4, payAddressInternally],
  [2, payAddressInternallyAndExternally],
];

const amount = ({ dice }: Load): number => dice.between(1, 3000);
/** More comes in than goes out, so that no one runs dry. */
const largeAmount = ({ dice }: Load): number => dice.between(3000, 9000);

async function payInternally(load: Load): Promise<void> {
  const [payer, payee] = twoOf(load);
  const amountSat = amount(load);
  const invoice = await load.createInvoice(payee, amountSat);
  if (invoice === null) return;
  await load.send(billOrder(load, payer, invoice.bolt11, internalItem(load, invoice)));
}

async function payExternal(load: Load): Promise<void> {
  const bill = await externalBill(load);
  if (bill === null) return;
  await load.send(billOrder(load, load.dice.pick(load.wallets), bill.bolt11, bill.item));
}

async function keysendExternal(load: Load): Promise<void> {
  const { dice, wallets } = load;
  const { body, item } = externalKeysend(load);
  const key = dice.chance(0.6) ? `keysend ${item.tag}` : null;
  await load.send({
    payer: dice.pick(wallets),
    path: '/payments/keysend',
    body,
    key,
    items: [item],
    isRepeatable: key !== null,
  });
}

export async function keysendInternally(load: Load): Promise<void> {
  const [payer, payee] = twoOf(load);
  const { body, item } = internalKeysend(load, payee);
  await load.send({
    payer,
    path: '/payments/keysend',
    body,
    key: `keysend ${item.tag}`,
    items: [item],
    isRepeatable: true,
  });
}

/** Some stay within the service, some leave it, and some name no one. */
async function keysendMany(load: Load): Promise<void> {
  const { dice, wallets } = load;
  const payer = dice.pick(wallets);
  const isKeyed = dice.chance(0.7);
  const items = Array.from({ length: dice.between(2, 6) }, () => {
    if (!isKeyed || dice.chance(0.6)) return externalKeysend(load);
    if (dice.chance(0.3)) return internalKeysend(load, { ...payer, identifier: 'nobody' });
    return internalKeysend(load, dice.pick(wallets));
  });
  await load.send({
    payer,
    path: '/payments/keysend/multi',
    isRepeatable: isKeyed,
    body: { keysends: items.map(({ body }) => body) },
    key: isKeyed ? `batch ${load.newTag()}` : null,
    items: items.map(({ item }) => item),
  });
}

async function bePaidFromExternalNode(load: Load): Promise<void> {
  const invoice = await load.createInvoice(load.dice.pick(load.wallets), largeAmount(load));
  if (invoice === null) return;
  await payFromExternalNode(load, invoice.bolt11, invoice.paymentHash);
}

export async function beSentKeysend(load: Load): Promise<void> {
  const { dice, network, simulator, wallets } = load;
  const to = network.nodes.find(({ name }) => name === SERVICE_NODE)?.pubkey ?? '';
  // Some for no known user: those go to the unclaimed money.
  const account = dice.chance(0.9) ? dice.pick(wallets).identifier : 'nobody of this name';
  await simulator.keysend({ to, amountSat: largeAmount(load), records: { '696969': account } });
}

async function payOneInvoiceByTwo(load: Load): Promise<void> {
  const [payer, payee] = twoOf(load);
  const invoice = await load.createInvoice(payee, amount(load));
  if (invoice === null) return;
  const payers = [payer, load.dice.pick(load.wallets)];
  await Promise.all(
    payers.map((one) =>
      load.send(billOrder(load, one, invoice.bolt11, internalItem(load, invoice))),
    ),
  );
}

async function payOneExternalInvoiceByTwo(load: Load): Promise<void> {
  const bill = await externalBill(load);
  if (bill === null) return;
  await Promise.all(
    twoOf(load).map((payer) => load.send(billOrder(load, payer, bill.bolt11, { ...bill.item }))),
  );
}

async function payInternallyAndExternally(load: Load): Promise<void> {
  const [payer, payee] = twoOf(load);
  const invoice = await load.createInvoice(payee, amount(load));
  if (invoice === null) return;
  await Promise.all([
    load.send(billOrder(load, payer, invoice.bolt11, internalItem(load, invoice))),
    payFromExternalNode(load, invoice.bolt11, invoice.paymentHash),
  ]);
}

/** The second call joins the payment of the first, and its key comes to stand for it. */
async function payUnderTwoKeys(load: Load): Promise<void> {
  const bill = await externalBill(load);
  if (bill === null) return;
  const payer = load.dice.pick(load.wallets);
  const order = billOrder(load, payer, bill.bolt11, bill.item);
  await Promise.all([
    load.send({ ...order, key: `first ${bill.item.tag}` }),
    load.send({ ...order, key: `second ${bill.item.tag}`, items: [{ ...bill.item }] }),
  ]);
}

async function payOneself(load: Load): Promise<void> {
  const wallet = load.dice.pick(load.wallets);
  const invoice = await load.createInvoice(wallet, amount(load));
  if (invoice === null) return;
  await load.send(billOrder(load, wallet, invoice.bolt11, internalItem(load, invoice)));
}

async function payTooMuch(load: Load): Promise<void> {
  const { body, item } = externalKeysend(load, 900_000_000);
  await load.send({
    payer: load.dice.pick(load.wallets),
    path: '/payments/keysend',
    body,
    key: `keysend ${item.tag}`,
    items: [item],
    isRepeatable: true,
  });
}

/** Money that arrives at the node and is no business of any wallet. */
export async function payTheOperator(load: Load): Promise<void> {
  const bolt11 = await addOperatorInvoice(load.network, amount(load)).catch(() => null);
  if (bolt11 !== null) await load.simulator.pay({ bolt11 });
}

async function lookAround(load: Load): Promise<void> {
  const wallet = load.dice.pick(load.wallets);
  await load.call(wallet, { path: '/balance' });
  await load.call(wallet, { path: '/invoices?items=25' });
}

export function twoOf({ dice, wallets }: Load): readonly [Wallet, Wallet] {
  const [first, second] = dice.shuffle(wallets);
  if (first === undefined || second === undefined) throw new Error('two wallets are needed');
  return [first, second];
}

interface ExternalBill {
  readonly bolt11: string;
  readonly item: Item;
}

export async function externalBill(load: Load): Promise<ExternalBill | null> {
  const { dice, simulator } = load;
  const amountSat = amount(load);
  const node = dice.pick(['alice', 'bob', 'carol']);
  const memo = fateOf(load) ?? load.newTag();
  const made = await simulator.invoice({ amountSat, node, memo });
  if (!made.ok) return null;
  const { paymentRequest: bolt11, paymentHash } = made.value;
  const tag = load.newTag();
  return { bolt11, item: { tag, amountSat, payee: null, paymentHash, verdict: 'unknown' } };
}

interface Keysend {
  readonly body: object;
  readonly item: Item;
}

export function externalKeysend(load: Load, amountSat = amount(load)): Keysend {
  const { dice, network } = load;
  const destinations = network.nodes.filter(({ name }) => name === 'alice' || name === 'bob');
  const tag = load.newTag();
  const fate = fateOf(load);
  const records = { [TAG_RECORD]: tag, ...(fate !== null && { '34349334': fate }) };
  const destination = dice.pick(destinations).pubkey;
  return {
    body: { amount: amountSat, destination, custom_records: records },
    item: { tag, amountSat, payee: null, paymentHash: null, verdict: 'unknown' },
  };
}

function internalKeysend(load: Load, payee: Wallet): Keysend {
  const destination = load.network.nodes.find(({ name }) => name === SERVICE_NODE)?.pubkey;
  const amountSat = amount(load);
  const tag = load.newTag();
  const records = { '696969': payee.identifier, [TAG_RECORD]: tag };
  return {
    body: { amount: amountSat, destination, custom_records: records },
    item: { tag, amountSat, payee, paymentHash: null, verdict: 'unknown' },
  };
}

/** What the simulated node is to do with a payment; null to let it through. */
function fateOf({ dice, holdMs, isAllHeld }: Load): string | null {
  if (!isAllHeld && dice.chance(0.4)) return null;
  const fates = ['hold_settle', 'hold_settle', 'hold_settle', 'hold_fail', 'hold_fail'];
  const others = ['no_route', 'payment_timeout', 'already_paid', 'in_transition', 'expired'];
  if (!isAllHeld && dice.chance(0.25)) return `fault:${dice.pick(others)}`;
  return `fault:${dice.pick(fates)}:${dice.between(...holdMs)}`;
}
