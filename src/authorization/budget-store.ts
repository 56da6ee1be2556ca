import type { Budget, BudgetView } from './budget.ts';

/** The grant that a token acts for: a personal token, or an app grant to a user. */
export interface Grant {
  readonly userId: string;
  readonly grantId: string;
}

/** Port: budgets of grants. A grant without one may spend all that its user has. */
export interface BudgetStore {
  /**
   * Sets, changes or (null) removes the budget of a grant. Everything spent since the start of the
   * window of `at` counts, whatever budget the grant had meanwhile, if any.
   */
  setBudget(grant: Grant, budget: Budget | null, at: Date): Promise<void>;
  /** Reads budgets as of that moment, by grant; grants without one are left out. */
  readBudgets(
    userId: string,
    grantIds: readonly string[],
    at: Date,
  ): Promise<ReadonlyMap<string, BudgetView>>;
}
