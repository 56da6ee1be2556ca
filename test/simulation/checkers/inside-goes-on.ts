import type { Checker } from './checker.ts';

/** Payments between users never ask whether anything may leave over the node. */
export const insideGoesOn: Checker = ({ model }) =>
  model.orders.flatMap(({ number, what, answers }) => {
    if (what.kind !== 'keysend' || what.item.to === null) return [];
    const isStopped = answers.some(
      (heard) =>
        heard.kind === 'one' &&
        !heard.answer.ok &&
        heard.answer.refusal.kind === 'outside_payments_stopped',
    );
    return isStopped ? [`order ${number} to a user was stopped`] : [];
  });
