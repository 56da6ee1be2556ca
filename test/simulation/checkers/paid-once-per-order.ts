import type { Checker } from './checker.ts';

/** An order, however often it is repeated, is paid once at most; so is an invoice per payer. */
export const paidOncePerOrder: Checker = ({ books }) => {
  const counts = new Map<string, number>();
  for (const { state, kind, userId, amountMsat, paymentHash } of books.payments) {
    if (state === 'failed') continue;
    // Keysends of the simulation are told by their amount.
    const name = kind === 'keysend' ? `keysend of ${amountMsat}` : `${paymentHash} by ${userId}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count > 1).map(([name]) => `${name} is paid twice`);
};
