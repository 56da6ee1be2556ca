import assert from 'node:assert/strict';
import { readBolt11 } from '../../src/lightning/bolt11-decode.ts';
import type { SimulatorControl } from '../../src/lightning/simulator-protocol/control-protocol.ts';
import type { NetworkDescription } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { field, textField } from '../support/fields.ts';
import type { Answer } from './answer.ts';
import type { Dice } from './dice.ts';
import {
  type InvoiceOrder,
  type KnownInvoice,
  noteAnswer,
  type Order,
  type OrderBook,
} from './order-book.ts';
import type { Call, Client, Wallet } from './wallets.ts';

/** What a load works with, and what its steps have in common. */
export interface Load {
  readonly dice: Dice;
  readonly wallets: readonly Wallet[];
  readonly book: OrderBook;
  readonly network: NetworkDescription;
  readonly simulator: SimulatorControl;
  /** How long payees keep what they hold, from and to. */
  readonly holdMs: readonly [number, number];
  /** Whether they hold all that they are sent, and not just some of it. */
  readonly isAllHeld: boolean;
  /** Whether apps are among the callers. */
  readonly hasApps: boolean;
  /** Whether bitcoin moves on the chain, too. */
  readonly hasChain: boolean;
  newTag(): string;
  call(wallet: Wallet, call: Call): Promise<Answer | null>;
  /** Sends an order and notes the answer; sometimes twice at once, where that must not matter. */
  send(order: Omit<Order, 'answers'>): Promise<void>;
  /** Null when the caller does not hear of the invoice. */
  createInvoice(wallet: Wallet, amountSat: number): Promise<KnownInvoice | null>;
  /** A stranger asks for an invoice; null when they hear of none. */
  askAddress(wallet: Wallet, amountSat: number): Promise<KnownInvoice | null>;
}

export interface LoadOptions
  extends Pick<
    Load,
    | 'dice'
    | 'wallets'
    | 'book'
    | 'network'
    | 'simulator'
    | 'holdMs'
    | 'isAllHeld'
    | 'hasApps'
    | 'hasChain'
  > {
  readonly client: Client;
  /** In front of every tag. */
  readonly name: string;
}

export function createLoad(options: LoadOptions): Load {
  const { dice, book, client } = options;
  let tags = 0;
  const send = ({ payer, path, body, key }: Order) => client.call(payer, { path, body, key });
  const load: Load = {
    ...options,
    newTag: () => {
      tags += 1;
      return `${options.name}-${tags}`;
    },
    call: (wallet, call) => client.call(wallet, call),
    send: async (details) => {
      const order = { ...details, answers: [] };
      book.orders.push(order);
      const isDoubled = order.isRepeatable && dice.chance(0.15);
      const answers = await Promise.all([send(order), ...(isDoubled ? [send(order)] : [])]);
      // One was refused, perhaps: the one that no one heard of may have come after it.
      const heard = answers.filter((answer) => answer !== null);
      for (const answer of heard) noteAnswer(book, order, answer);
      if (heard.length < answers.length) noteAnswer(book, order, null);
    },
    createInvoice: async (wallet, amountSat) => {
      const tag = load.newTag();
      const key = dice.chance(0.5) ? `invoice ${tag}` : null;
      const order = { wallet, key, body: { amount: amountSat, memo: tag }, identifier: null };
      book.invoiceOrders.push(order);
      return await sendInvoiceOrder(load, order);
    },
    askAddress: (wallet, amountSat) => askAddress(load, wallet, amountSat),
  };
  return load;
}

async function askAddress(
  { book, call, dice, newTag }: Load,
  wallet: Wallet,
  amountSat: number,
): Promise<KnownInvoice | null> {
  const query = new URLSearchParams({ amount: String(amountSat * 1000), comment: newTag() });
  if (dice.chance(0.3)) query.set('payerdata', '{ "name":"Pat" }');
  const answer = await call(wallet, { path: `/lnurlp/${wallet.name}/callback?${query}` });
  if (answer === null) return null;
  const text: unknown = field(answer.body, 'pr');
  if (typeof text !== 'string') {
    if (!book.areFaultsExpected) {
      book.complaints.push(`an address got no invoice: ${JSON.stringify(answer)}`);
    }
    return null;
  }
  const read = readBolt11(text);
  assert(read.ok, 'the invoice of an address can be read');
  const asked = { wallet, amountSat, bolt11: text, paymentHash: read.value.paymentHash };
  book.asked.set(asked.paymentHash, asked);
  return asked;
}

/** Asks for an invoice, or under a key for the one that was asked for before. */
export async function sendInvoiceOrder(
  { book, call }: Pick<Load, 'book' | 'call'>,
  order: InvoiceOrder,
): Promise<KnownInvoice | null> {
  const { wallet, body, key } = order;
  const answer = await call(wallet, { path: '/invoices', body, key });
  if (answer === null) return null;
  if (answer.status !== 200) {
    if (!book.areFaultsExpected) {
      book.complaints.push(`an invoice was refused: ${JSON.stringify(answer)}`);
    }
    return null;
  }
  const identifier = textField(answer.body, 'identifier');
  if (order.identifier !== null && order.identifier !== identifier) {
    book.complaints.push(`${key} made two invoices: ${order.identifier} and ${identifier}`);
  }
  order.identifier = identifier;
  const invoice = {
    wallet,
    amountSat: Number(Reflect.get(body, 'amount')),
    bolt11: textField(answer.body, 'payment_request'),
    paymentHash: textField(answer.body, 'payment_hash'),
  };
  book.invoices.set(invoice.paymentHash, invoice);
  return invoice;
}
