import type { Checker } from './checker.ts';

/** Never more receipts, nor more money in them, than arrived. */
export const receivedOnce: Checker = ({ books, model }) => {
  const arrivals = model.arrivals.filter((arrival) => arrival.for.kind !== 'operator');
  const arrivedMsat = arrivals.reduce((sum, { payment }) => sum + payment.amountMsat, 0n);
  const { receivedCount, receivedMsat } = books;
  if (receivedCount <= arrivals.length && receivedMsat <= arrivedMsat) return [];
  return [`${receivedMsat} msat were credited (${receivedCount}) of ${arrivedMsat} that arrived`];
};
