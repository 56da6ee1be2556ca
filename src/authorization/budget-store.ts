import type { Budget, BudgetView } from './budget.ts';

/**
 * The permission with which a call acts: an app grant or a personal token. It is named together
 * with its user.
 */
export interface Grant {
  readonly userId: string;
  readonly grantId: string;
}

/**
 * Port: budgets of app grants and personal tokens. A grant without a budget may spend all that its
 * user has.
 */
export interface BudgetStore {
  /**
   * Sets or changes a budget, or removes it (null). Everything that was spent since the start of
   * the window that contains `at` counts, even if there was another budget or none meanwhile.
   */
  setBudget(grant: Grant, budget: Budget | null, at: Date): Promise<void>;
  /**
   * Reads budgets as they are at a moment, by the id of their app grant or token. Those without a
   * budget are left out.
   */
  readBudgets(
    userId: string,
    grantIds: readonly string[],
    at: Date,
  ): Promise<ReadonlyMap<string, BudgetView>>;
}
