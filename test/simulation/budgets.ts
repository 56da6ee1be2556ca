import type { Budget } from '../../src/authorization/budget.ts';
import { BUDGET_INTERVALS } from '../../src/authorization/budget-window.ts';
import { sat } from '../../src/base/amount.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Dice } from './dice.ts';
import type { Model } from './model.ts';
import type { Person } from './person.ts';
import type { Storage } from './storage.ts';

export const drawBudget = (dice: Dice, limitSat: bigint): Budget => ({
  limitSat: sat(limitSat),
  askAboveSat: null,
  interval: dice.pick(BUDGET_INTERVALS),
  expiresAt: null,
});

interface BudgetWorld {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly model: Pick<Model, 'asks'>;
}

const UNLIMITED = { limitSat: null, interval: 'ever', expiresAt: null } as const;

/**
 * People decide it by themselves, whatever becomes of the service. A grant that has to ask goes on
 * to do so. Answers what is used then.
 */
export async function setBudget(
  { storage, clock, model }: BudgetWorld,
  { caller }: Pick<Person, 'caller'>,
  limits: Budget | null,
): Promise<bigint> {
  const { budgets } = storage.stores;
  const askAboveSat = model.asks.get(caller.grantId) ?? null;
  const budget = askAboveSat === null ? limits : { ...(limits ?? UNLIMITED), askAboveSat };
  return await storage.perform(async () => {
    await budgets.setBudget(caller, budget, clock.now());
    const views = await budgets.readBudgets(caller.userId, [caller.grantId], clock.now());
    return views.get(caller.grantId)?.usedSat ?? 0n;
  });
}
