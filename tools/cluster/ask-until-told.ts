import { setTimeout as wait } from 'node:timers/promises';
import { type Load, sendInvoiceOrder } from '../../test/crash/load.ts';
import { noteAnswer, type Order } from '../../test/crash/order-book.ts';

const PASSES = 20;
const BETWEEN_MS = 500;
const AT_ONCE = 16;

/**
 * Repeats the calls whose outcome their callers do not know, until they are told. Returns the
 * number of orders whose outcome no one was told in the end.
 */
export async function askUntilTold(load: Load, orders: readonly Order[]): Promise<number> {
  const { book, call } = load;
  await inParallel(
    book.invoiceOrders.filter(({ key, identifier }) => key !== null && identifier === null),
    (order) => sendInvoiceOrder(load, order),
  );
  for (let pass = 0; ; pass += 1) {
    const open = orders.filter((order) => order.isRepeatable && isOpen(order));
    if (open.length === 0 || pass === PASSES) return open.length;
    if (pass > 0) await wait(BETWEEN_MS);
    await inParallel(open, async (order) => {
      const { payer, path, body, key } = order;
      noteAnswer(book, order, await call(payer, { path, body, key }));
    });
  }
}

const isOpen = ({ items }: Order): boolean => items.some(({ verdict }) => verdict === 'unknown');

async function inParallel<T>(
  list: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const left = [...list];
  const lane = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
