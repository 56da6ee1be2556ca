import type { Checker } from './checker.ts';

/** In the end all that arrived is credited. */
export const everythingReceived: Checker = ({ books, model }) => {
  const arrivals = model.arrivals.filter((arrival) => arrival.for.kind !== 'operator');
  const missing = arrivals.length - books.receivedCount;
  return missing > 0 ? [`${missing} payments that arrived are not credited`] : [];
};
