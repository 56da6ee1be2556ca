import type { Checker } from './checker.ts';

/** Each payment leaves for the node once, whatever becomes of the answer. */
export const handedOverOnce: Checker = ({ books, model }) => {
  const rows = new Map<string, number>();
  for (const { path, paymentHash } of books.payments) {
    if (path === 'node') rows.set(paymentHash, (rows.get(paymentHash) ?? 0) + 1);
  }
  return [...model.handedOver].flatMap(([hash, times]) => {
    const payments = rows.get(hash) ?? 0;
    return times > payments ? [`${hash} was sent ${times} times for ${payments} payments`] : [];
  });
};
