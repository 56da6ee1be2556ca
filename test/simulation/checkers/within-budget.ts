import { budgetWindowStart } from '../../../src/authorization/budget-window.ts';
import { debitSat, msat } from '../../../src/base/amount.ts';
import type { Payment } from '../../../src/ledger/payment.ts';
import type { Person } from '../person.ts';
import type { Snapshot } from '../storage.ts';
import type { Checker } from './checker.ts';
import { takenSat } from './wallets-as-predicted.ts';

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
  if (budget === null || budget.limitSat === null) return [];
  const { limitSat, interval } = budget;
  const own = costsOf(books, user.id).filter(({ grantId }) => grantId === caller.grantId);
  const byWindow = Map.groupBy(own, ({ countedAt }) =>
    budgetWindowStart(interval, countedAt).toISOString(),
  );
  return [...byWindow].flatMap(([start, costs]) => {
    const spentSat = costs.reduce((sum, { sat }) => sum + sat, 0n);
    if (spentSat <= limitSat) return [];
    return [`${user.name} has spent ${spentSat} sat of ${limitSat} since ${start}`];
  });
}

interface Cost {
  readonly grantId: string;
  readonly countedAt: Date;
  readonly sat: bigint;
}

/** What each order of a user has cost or may cost, whatever carries the money. */
export const costsOf = (
  { payments, withdrawals, countedAt }: Snapshot,
  userId: string,
): readonly Cost[] =>
  [
    ...payments
      .filter(({ state }) => state !== 'failed')
      .map((payment) => ({ order: payment, sat: costSat(payment) })),
    ...withdrawals.map((withdrawal) => ({ order: withdrawal, sat: takenSat(withdrawal) })),
  ]
    .filter(({ order }) => order.userId === userId)
    .map(({ order: { id, grantId, createdAt }, sat }) => ({
      ...{ grantId, countedAt: countedAt.get(id) ?? createdAt, sat },
    }));

/** The operator bears what the node took above that. */
export function costSat({ state, path, amountMsat, feeMsat, heldSat }: Payment): bigint {
  if (state !== 'settled') return heldSat;
  const spentSat = debitSat(msat(amountMsat + (feeMsat ?? 0n)));
  return path === 'node' && spentSat > heldSat ? heldSat : spentSat;
}
