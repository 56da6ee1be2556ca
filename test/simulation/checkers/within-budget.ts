import { budgetWindowStart } from '../../../src/authorization/budget-window.ts';
import { debitSat, msat } from '../../../src/base/amount.ts';
import type { Payment } from '../../../src/ledger/payment.ts';
import type { Person } from '../person.ts';
import type { Snapshot } from '../storage.ts';
import type { Checker } from './checker.ts';

/** No grant spends more than its budget, including what is held for open payments. */
export const withinBudget: Checker = ({ books, model }) => [
  ...model.people.flatMap((person) => judgeWindows(person, books)),
  ...books.budgetsUsedSat.flatMap(([grantId, usedSat]) => {
    const bound = model.budgetBounds.get(grantId);
    if (bound === undefined || usedSat <= bound) return [];
    return [`${grantId} has used ${usedSat} sat, of ${bound} at most`];
  }),
];

/** A budget that stays what it is allows as much in each of its windows. */
function judgeWindows({ user, caller, budget }: Person, books: Snapshot): readonly string[] {
  if (budget === null) return [];
  const own = books.payments.filter(
    ({ userId, grantId, state }) =>
      userId === user.id && grantId === caller.grantId && state !== 'failed',
  );
  const byWindow = Map.groupBy(own, ({ id, createdAt }) =>
    budgetWindowStart(budget.interval, books.countedAt.get(id) ?? createdAt).toISOString(),
  );
  return [...byWindow].flatMap(([start, payments]) => {
    const spentSat = payments.reduce((sum, payment) => sum + costSat(payment), 0n);
    if (spentSat <= budget.limitSat) return [];
    return [`${user.name} has spent ${spentSat} sat of ${budget.limitSat} since ${start}`];
  });
}

/** The operator bears what the node took above that. */
export function costSat({ state, path, amountMsat, feeMsat, heldSat }: Payment): bigint {
  if (state !== 'settled') return heldSat;
  const spentSat = debitSat(msat(amountMsat + (feeMsat ?? 0n)));
  return path === 'node' && spentSat > heldSat ? heldSat : spentSat;
}
