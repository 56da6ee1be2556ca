import { budgetWindowStart } from '../../../src/authorization/budget-window.ts';
import type { Checker } from './checker.ts';
import { costSat } from './within-budget.ts';

/** No one sends more on a day than they may, by all that acts for them together. */
export const withinSendLimit: Checker = ({ books, model }) =>
  model.people.flatMap(({ user, maxSendDaySat }) => {
    if (maxSendDaySat === null) return [];
    const own = books.payments.filter(
      ({ userId, state }) => userId === user.id && state !== 'failed',
    );
    const byDay = Map.groupBy(own, ({ id, createdAt }) =>
      budgetWindowStart('day', books.countedAt.get(id) ?? createdAt).toISOString(),
    );
    return [...byDay].flatMap(([day, payments]) => {
      const sentSat = payments.reduce((sum, payment) => sum + costSat(payment), 0n);
      if (sentSat <= maxSendDaySat) return [];
      return [`${user.name} has sent ${sentSat} sat of ${maxSendDaySat} on ${day}`];
    });
  });
