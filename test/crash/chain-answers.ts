import { field, textField } from '../support/fields.ts';
import type { Answer } from './answer.ts';
import { CHAIN_PATH, type ChainEnd, type ChainOrder } from './chain-book.ts';
import type { Load } from './load.ts';
import type { OrderBook } from './order-book.ts';

/** Takes an answer into the book; null when none came. */
export function noteOrdered(book: OrderBook, order: ChainOrder, answer: Answer | null): void {
  if (answer === null || isUncertain(answer)) return;
  const { status, body } = answer;
  if (status !== 200) {
    order.isRefused = order.id === null;
    if (order.id !== null) complain(book, order, `was refused: ${JSON.stringify(body)}`);
    return;
  }
  const id = textField(body, 'id');
  if (order.id !== null && order.id !== id) complain(book, order, `is ${order.id} and ${id}`);
  order.id = id;
  order.isRefused = false;
}

/** The call may have had its effect, or may have it when it is made again. */
const isUncertain = (answer: Answer): boolean =>
  answer.status >= 500 || field(answer.body, 'code') === 6;

const complain = ({ complaints }: OrderBook, { key }: ChainOrder, what: string): void =>
  void complaints.push(`the order ${key} ${what}`);

const ASKED_AT_MOST = 60;

/** Asks by their keys about all of which no one knows whether they were ordered. */
export async function repeatChainOrders({ book, call }: Load, pause: () => Promise<void>) {
  for (const order of book.chain.orders) {
    const { payer, body, key } = order;
    for (let asked = 0; order.id === null && !order.isRefused; asked += 1) {
      if (asked === ASKED_AT_MOST) return complain(book, order, 'gets no answer');
      noteOrdered(book, order, await call(payer, { path: CHAIN_PATH, body, key }));
      if (order.id === null && !order.isRefused) await pause();
    }
  }
}

/** Asks what has become of an order; null while it goes on. */
export async function readEnd({ call }: Load, { payer, id }: ChainOrder): Promise<ChainEnd | null> {
  const answer = await call(payer, { path: `${CHAIN_PATH}/${id}` });
  if (answer?.status !== 200) return null;
  const state = textField(answer.body, 'state');
  if (state !== 'confirmed' && state !== 'failed') return null;
  const txid = field(answer.body, 'txid');
  return {
    state,
    txid: typeof txid === 'string' ? txid : null,
    feeSat: Number(field(answer.body, 'fee') ?? 0),
  };
}
