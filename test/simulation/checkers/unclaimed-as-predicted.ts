import type { Checker } from './checker.ts';

/** In the end `unclaimed` holds what arrived for no known user, to the last millisatoshi. */
export const unclaimedAsPredicted: Checker = ({ books, model }) => {
  const expectedMsat = model.arrivals
    .filter((arrival) => arrival.for.kind === 'unclaimed')
    .reduce((sum, { payment }) => sum + payment.amountMsat, 0n);
  if (books.unclaimedMsat === expectedMsat) return [];
  return [`unclaimed should be ${expectedMsat} msat, and is ${books.unclaimedMsat}`];
};
