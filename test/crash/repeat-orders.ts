import { type Load, sendInvoiceOrder } from './load.ts';
import { noteAnswer, type Order, type OrderBook } from './order-book.ts';
import { STEPS_MAX } from './run-load.ts';

/** Callers who heard nothing ask again, and so do some who know: no one pays twice for that. */
export async function repeatOrders(load: Load): Promise<void> {
  const { book, dice } = load;
  const repeated = recentOrders(book).filter(
    (order) => mustRepeat(book, order) || dice.chance(shareOf(order)),
  );
  await inParallel(repeated, (order) => repeat(load, order));
  const invoiceOrders = book.invoiceOrders
    .slice(-STEPS_MAX)
    .filter(({ key, identifier }) => key !== null && (identifier === null || dice.chance(0.1)));
  await inParallel(invoiceOrders, (order) => sendInvoiceOrder(load, order));
}

/** A caller that has to know asks again. */
export async function finishOrders(load: Load): Promise<void> {
  const { book } = load;
  const repeated = recentOrders(book).filter((order) => mustRepeat(book, order));
  await inParallel(repeated, (order) => repeat(load, order));
}

/** Everyone asks who can ask without paying twice; those are answered who hear nothing then. */
export async function askUntold(load: Load): Promise<readonly Order[]> {
  const untold = (): readonly Order[] =>
    load.book.orders.filter((order) => order.isRepeatable && isOpen(order));
  await inParallel(untold(), (order) => repeat(load, order));
  return untold();
}

const recentOrders = ({ orders }: OrderBook): readonly Order[] =>
  orders.slice(-2 * STEPS_MAX).filter(({ isRepeatable }) => isRepeatable);

async function repeat({ book, call }: Load, order: Order): Promise<void> {
  const { payer, path, body, key } = order;
  noteAnswer(book, order, await call(payer, { path, body, key }));
  if (isOpen(order)) noteAnswer(book, order, await call(payer, { path, body, key }));
}

/** Known events cost little, and each must have its one answer. */
const shareOf = (order: Order): number => {
  if (order.path === '/relay') return 0.8;
  return isOpen(order) ? 0.5 : 0.1;
};

const isOpen = (order: Order): boolean => order.items.some(({ verdict }) => verdict === 'unknown');

/** Where the node alone cannot tell the end, or whose it was. */
const mustRepeat = (book: OrderBook, order: Order): boolean =>
  isOpen(order) && (order.items.some(({ payee }) => payee !== null) || isShared(book, order));

function isShared({ orders }: OrderBook, { items }: Order): boolean {
  const [item] = items;
  return orders.filter((one) => one.items[0]?.paymentHash === item?.paymentHash).length > 1;
}

const REPEATED_AT_ONCE = 24;

async function inParallel<T>(
  list: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = [...list];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: REPEATED_AT_ONCE }, lane));
}
