import type { Budget, BudgetView } from './budget.ts';

/**
 * What a token acts for: itself, as a personal token, or an app grant. It is named with its user.
 */
export interface Grant {
  readonly userId: string;
  readonly grantId: string;
}

/**
 * Port: budgets of app grants and personal tokens. One without a budget may spend all that its user
 * has.
 */
export interface BudgetStore {
  /**
   * Sets, changes or (null) removes a budget. Everything spent since the start of the window at
   * `at` counts, whatever budget there was meanwhile, if any.
   */
  setBudget(grant: Grant, budget: Budget | null, at: Date): Promise<void>;
  /**
   * Reads budgets as they stand at a moment, by the id of their grant; grants without a budget are
   * left out.
   */
  readBudgets(
    userId: string,
    grantIds: readonly string[],
    at: Date,
  ): Promise<ReadonlyMap<string, BudgetView>>;
}
