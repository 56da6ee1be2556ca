import { isOpen, type PaymentState } from '../../../src/ledger/payment-state.ts';
import type { Checker } from './checker.ts';

/** Payments do not vanish, ended ones do not change, and nothing unsends a payment. */
export const statesGoForward: Checker = ({ books, model }) => {
  const { lastStates } = model;
  const states = new Map(books.payments.map(({ id, state }) => [id, state]));
  const faults = [...lastStates].flatMap(([id, before]) => {
    const after = states.get(id);
    if (after === undefined) return [`payment ${id} is gone`];
    return isBackward(before, after) ? [`payment ${id} was ${before} and is ${after}`] : [];
  });
  for (const [id, state] of states) lastStates.set(id, state);
  return faults;
};

const isBackward = (before: PaymentState, after: PaymentState): boolean =>
  before !== after && (!isOpen(before) || after === 'reserved');
