import { isOpen } from '../../../src/ledger/payment-state.ts';
import type { Checker } from './checker.ts';

/** In the end every request that was taken has its answer, unless its payment is still open. */
export const requestsAnswered: Checker = ({ books, model }) => {
  const isSomethingOpen = books.payments.some(({ state }) => isOpen(state));
  return books.requests
    .filter(({ answer }) => answer === null && !isSomethingOpen)
    .map(({ eventId }) => `request ${model.requests.get(eventId)?.number} is never answered`);
};
