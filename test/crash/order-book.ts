import { field, listField, textField } from '../support/fields.ts';
import type { Answer } from './answer.ts';
import { type ChainBook, createChainBook } from './chain-book.ts';
import type { Wallet } from './wallets.ts';

/** A call that pays, and what its caller was told: the model knows nothing else of it. */
export interface Order {
  readonly payer: Wallet;
  readonly path:
    | '/payments/bolt11'
    | '/payments/keysend'
    | '/payments/keysend/multi'
    /** A request of Nostr Wallet Connect: its body is the event. */
    | '/relay'
    | '/lndhub/ext/payinvoice';
  readonly body: object;
  readonly key: string | null;
  readonly items: readonly Item[];
  /** Without this a second call would be a second payment. */
  readonly isRepeatable: boolean;
  /** Every answer, for the person who has to find out what went wrong. */
  readonly answers: string[];
}

/** One payment of an order: its only one, or one of a batch. */
export interface Item {
  readonly tag: string;
  readonly amountSat: number;
  /** Who gets it, within the service; null when it leaves over the node. */
  readonly payee: Wallet | null;
  /** The hash of a keysend is known by an answer or by its payee only. */
  paymentHash: string | null;
  verdict: Verdict;
}

export type Verdict = 'paid' | 'not_paid' | 'unknown';

/** An invoice of a wallet that its creator knows of. */
export interface KnownInvoice {
  readonly wallet: Wallet;
  readonly amountSat: number;
  readonly bolt11: string;
  readonly paymentHash: string;
}

export interface InvoiceOrder {
  readonly wallet: Wallet;
  readonly body: object;
  readonly key: string | null;
  /** Null as long as no answer came. */
  identifier: string | null;
}

/** All that was ordered of one installation, ever. */
export interface OrderBook {
  readonly orders: Order[];
  readonly invoices: Map<string, KnownInvoice>;
  /** Invoices of addresses, by hash: they are pruned when no one pays them. */
  readonly asked: Map<string, KnownInvoice>;
  /** How many of them were gone at the last look. */
  prunedCount: number;
  /** By state, how many payments had asked their owner at the last look. */
  decided: ReadonlyMap<string, number>;
  readonly invoiceOrders: InvoiceOrder[];
  readonly chain: ChainBook;
  /** Hashes that external nodes were told to be paid. */
  readonly paidFromExternalNode: Set<string>;
  /** What the model did not expect of an answer. */
  readonly complaints: string[];
  /** Whether database or node were killed, so that calls may fail for that. */
  areFaultsExpected: boolean;
}

export const createOrderBook = (): OrderBook => ({
  orders: [],
  invoices: new Map(),
  asked: new Map(),
  prunedCount: 0,
  decided: new Map(),
  invoiceOrders: [],
  chain: createChainBook(),
  paidFromExternalNode: new Set(),
  complaints: [],
  areFaultsExpected: false,
});

/** Takes an answer to an order into the book; null when none came. */
export function noteAnswer(book: OrderBook, order: Order, answer: Answer | null): void {
  const isFinal = isKeptFailure(order);
  order.answers.push(answer === null ? 'none' : `${answer.status} ${JSON.stringify(answer.body)}`);
  if (answer === null) {
    for (const item of order.items) doubt(item, isFinal);
    return;
  }
  if (isFault(answer) && !isFaultExpected(book, answer)) {
    book.complaints.push(`${describe(order)}: an unexpected fault`);
  }
  noteAnswerId(book, order, answer);
  const results = readResults(order, answer);
  for (const [index, item] of order.items.entries()) {
    const { verdict, paymentHash } = results[index] ?? UNKNOWN;
    if (paymentHash !== null) item.paymentHash = noteHash(book, order, item, paymentHash);
    if (verdict === 'unknown') {
      doubt(item, isFinal);
      continue;
    }
    if (item.verdict === 'paid' && verdict !== 'paid') {
      book.complaints.push(`${describe(order)}: ${item.tag} was paid, and then was not`);
    }
    if (item.verdict === 'not_paid' && verdict === 'paid' && isFinal) {
      book.complaints.push(`${describe(order)}: ${item.tag} had failed, and then was paid`);
    }
    item.verdict = verdict;
  }
}

/** What was refused, or has failed, may be paid by a later call that no one heard the end of. */
function doubt(item: Item, isFinal: boolean): void {
  if (item.verdict === 'not_paid' && !isFinal) item.verdict = 'unknown';
}

/**
 * A process sends nothing over the node before it has asked the node what it knows, nor when it
 * could not read lately whether it may, which comes of a busy disk. It says so, and moves nothing.
 * Each round checks that payments leave again.
 */
const isFaultExpected = (book: OrderBook, { body }: Answer): boolean =>
  book.areFaultsExpected || field(body, 'message') === PAYMENTS_ARE_STOPPED;

const PAYMENTS_ARE_STOPPED = 'payments to other nodes are stopped at the moment';

export const describe = (order: Order): string =>
  `${order.payer.name} ${order.path} [${order.items.map((item) => item.tag).join(' ')}]` +
  `${order.key === null ? '' : ' keyed'}, answered: ${order.answers.join(' | ')}`;

function noteHash(book: OrderBook, order: Order, item: Item, paymentHash: string): string {
  if (item.paymentHash !== null && item.paymentHash !== paymentHash) {
    book.complaints.push(`${describe(order)}: ${item.tag} was paid under two hashes`);
  }
  return paymentHash;
}

/** An event has one answer, from every sender and at any time. */
function noteAnswerId(book: OrderBook, order: Order, { body }: Answer): void {
  if (order.path !== '/relay') return;
  const id = textField(body, 'answer_id');
  const others = order.answers.filter((text) => text !== 'none' && !text.includes(id));
  if (others.length > 0) book.complaints.push(`${describe(order)}: two answers to one event`);
}

/**
 * Whether it has failed under its key, and so for good; refusals keep no key, but an event that is
 * refused once stays so.
 */
const isKeptFailure = ({ key, path, answers }: Order): boolean =>
  (path === '/relay' && answers.some((text) => text.startsWith('400'))) ||
  (key !== null &&
    answers.some((text) => text.includes('"keysends"') || /"code":10(?!.*pending)/.test(text)));

interface ItemResult {
  readonly verdict: Verdict;
  readonly paymentHash: string | null;
}

const UNKNOWN: ItemResult = { verdict: 'unknown', paymentHash: null };
const NOT_PAID: ItemResult = { verdict: 'not_paid', paymentHash: null };

function readResults(order: Order, answer: Answer): readonly ItemResult[] {
  const { status, body } = answer;
  const isWhole = order.path !== '/payments/keysend/multi' || field(body, 'keysends') === undefined;
  if (!isWhole) return listField(body, 'keysends').map(readItem);
  if (status === 200) return [paid(body)];
  return order.items.map(() => (isFault(answer) || isPending(body) ? UNKNOWN : NOT_PAID));
}

function readItem(item: unknown): ItemResult {
  const error = field(item, 'error');
  if (error === undefined || field(error, 'code') === 0) return paid(field(item, 'keysend'));
  return isPending(error) ? UNKNOWN : NOT_PAID;
}

const paid = (result: unknown): ItemResult => ({
  verdict: 'paid',
  paymentHash: textField(result, 'payment_hash'),
});

/** Something broke on the way: the call may have had its effect or not. */
export const isFault = ({ status, body }: Answer): boolean =>
  status >= 500 && field(body, 'code') === 6;

const isPending = (error: unknown): boolean =>
  field(error, 'code') === 10 && textField(error, 'message').includes('pending');
