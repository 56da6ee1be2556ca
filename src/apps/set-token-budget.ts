import type { Budget } from '../authorization/budget.ts';
import type { BudgetStore } from '../authorization/budget-store.ts';
import type { PersonalToken, TokenStore } from '../authorization/token-store.ts';
import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { AppRefusal } from './app-refusal.ts';

export interface SetTokenBudgetDeps {
  readonly tokens: Pick<TokenStore, 'findPersonalToken'>;
  readonly budgets: BudgetStore;
  readonly clock: Clock;
}

/**
 * Sets or changes the budget of a personal token, or removes it (null). The change applies
 * immediately.
 */
export async function setTokenBudget(
  { tokens, budgets, clock }: SetTokenBudgetDeps,
  tokenId: string,
  budget: Budget | null,
): Promise<Result<PersonalToken, AppRefusal>> {
  const token = await tokens.findPersonalToken(tokenId);
  if (token === null || token.revokedAt !== null) {
    return refuse({ kind: 'token_not_found', message: `there is no token ${tokenId} in use` });
  }
  await budgets.setBudget({ userId: token.userId, grantId: token.id }, budget, clock.now());
  return accept(token);
}
