import { type BooksSide, readBooksSide } from '../../test/crash/books-side.ts';
import { type NodeSide, readNodeSide } from '../../test/crash/node-side.ts';
import type { OrderBook } from '../../test/crash/order-book.ts';
import type { ClusterWorld } from './cluster-world.ts';

export interface Losses {
  readonly lost: number;
  readonly refunded: number;
}

/** Counts what callers were told at any time and is missing afterwards. */
export async function countLosses(world: ClusterWorld): Promise<Losses> {
  const { installation, marksAtFirst, book } = world;
  const node = await readNodeSide(await installation.network(), marksAtFirst);
  const books = await installation.withDatabase((database) => readBooksSide(database));
  return { lost: lostOf(book, books), refunded: refundedOf(books, node) };
}

export function lostOf(book: OrderBook, { payments, invoices }: BooksSide): number {
  const settled = new Set(
    payments.filter(({ state }) => state === 'settled').map(({ paymentHash }) => paymentHash),
  );
  const booked = new Set(invoices.map(({ paymentHash }) => paymentHash));
  const paid = book.orders
    .flatMap(({ items }) => items)
    .filter(({ verdict, paymentHash }) => verdict === 'paid' && paymentHash !== null);
  return (
    paid.filter(({ paymentHash }) => !settled.has(paymentHash ?? '')).length +
    [...book.invoices.keys()].filter((paymentHash) => !booked.has(paymentHash)).length
  );
}

/**
 * Counts payments that the node has paid, or may still pay, although they have failed in the books.
 */
export function refundedOf({ payments }: BooksSide, node: NodeSide): number {
  const kept = new Set(
    payments.filter(({ state }) => state !== 'failed').map(({ paymentHash }) => paymentHash),
  );
  const failed = new Set(
    payments
      .filter(({ state, path }) => state === 'failed' && path === 'node')
      .map(({ paymentHash }) => paymentHash),
  );
  return [...failed].filter((paymentHash) => {
    const atNode = node.payments.get(paymentHash);
    return atNode !== undefined && atNode.status !== 'FAILED' && !kept.has(paymentHash);
  }).length;
}
