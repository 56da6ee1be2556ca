import { budgetWindowStart } from '../../../src/authorization/budget-window.ts';
import type { Checker } from './checker.ts';
import { costsOf } from './within-budget.ts';

/** No one sends more on a day than they may, by all that acts for them together. */
export const withinSendLimit: Checker = ({ books, model }) =>
  model.people.flatMap(({ user, maxSendDaySat }) => {
    if (maxSendDaySat === null) return [];
    const byDay = Map.groupBy(costsOf(books, user.id), ({ countedAt }) =>
      budgetWindowStart('day', countedAt).toISOString(),
    );
    return [...byDay].flatMap(([day, costs]) => {
      const sentSat = costs.reduce((sum, { sat }) => sum + sat, 0n);
      if (sentSat <= maxSendDaySat) return [];
      return [`${user.name} has sent ${sentSat} sat of ${maxSendDaySat} on ${day}`];
    });
  });
