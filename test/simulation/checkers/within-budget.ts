import { debitSat, msat } from '../../../src/base/amount.ts';
import type { Payment } from '../../../src/wallet/payment.ts';
import type { Checker } from './checker.ts';

/** Whoever has a budget never spends more, what is held for open payments included. */
export const withinBudget: Checker = ({ books, model }) =>
  model.people.flatMap(({ user, budgetSat }) => {
    if (budgetSat === null) return [];
    const own = books.payments.filter(
      ({ userId, state }) => userId === user.id && state !== 'failed',
    );
    const spentSat = own.reduce((sum, payment) => sum + costSat(payment), 0n);
    return spentSat > budgetSat ? [`${user.name} has spent ${spentSat} sat of ${budgetSat}`] : [];
  });

/** The operator bears what the node took above that. */
function costSat({ state, path, amountMsat, feeMsat, heldSat }: Payment): bigint {
  if (state !== 'settled') return heldSat;
  const spentSat = debitSat(msat(amountMsat + (feeMsat ?? 0n)));
  return path === 'node' && spentSat > heldSat ? heldSat : spentSat;
}
