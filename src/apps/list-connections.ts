/** Lists everything that may act for a user, with its budgets: apps and personal tokens. */

import type { AppGrant, AppGrantStore } from '../authorization/app-grant.ts';
import type { BudgetView } from '../authorization/budget.ts';
import type { BudgetStore } from '../authorization/budget-store.ts';
import { maySpend } from '../authorization/scope.ts';
import type { PersonalToken, TokenStore } from '../authorization/token-store.ts';
import type { Clock } from '../base/clock.ts';

export interface ListConnectionsDeps {
  readonly appGrants: Pick<AppGrantStore, 'listAppGrants'>;
  readonly tokens: Pick<TokenStore, 'listTokensInForce'>;
  readonly budgets: BudgetStore;
  readonly clock: Clock;
}

/**
 * The apps and personal tokens that may act for a user. The user and the operator may act without
 * either.
 */
export interface Connections {
  /**
   * The user's app grants that are not revoked, newest first. Those whose end has passed are
   * included.
   */
  readonly apps: readonly Budgeted<AppGrant>[];
  /** The user's personal tokens that have not ended, newest first. */
  readonly tokens: readonly Budgeted<PersonalToken>[];
}

export type Budgeted<Grant> = Grant & { readonly budget: BudgetView | null };

export async function listConnections(
  { appGrants, tokens, budgets, clock }: ListConnectionsDeps,
  userId: string,
): Promise<Connections> {
  const now = clock.now();
  const [apps, oldestFirst] = await Promise.all([
    appGrants.listAppGrants(userId),
    tokens.listTokensInForce(userId, now),
  ]);
  const alive = oldestFirst.toReversed();
  const spending = [...apps, ...alive].filter(maySpend).map(({ id }) => id);
  const limits = await budgets.readBudgets(userId, spending, now);
  const withBudget = <Grant extends { readonly id: string }>(grant: Grant): Budgeted<Grant> => ({
    ...grant,
    budget: limits.get(grant.id) ?? null,
  });
  return { apps: apps.map(withBudget), tokens: alive.map(withBudget) };
}
