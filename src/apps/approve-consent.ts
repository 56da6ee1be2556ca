import type { AppGrantStore, GrantGeneration } from '../authorization/app-grant.ts';
import type { Budget } from '../authorization/budget.ts';
import type { BudgetStore } from '../authorization/budget-store.ts';
import type { ChallengeMethod } from '../authorization/challenge-method.ts';
import type { Scope } from '../authorization/scope.ts';
import type { Clock } from '../base/clock.ts';
import { newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import type { ClientStore } from './client.ts';

export interface ApproveConsentDeps {
  readonly appGrants: AppGrantStore;
  readonly clients: Pick<ClientStore, 'noteChallenge'>;
  readonly budgets: BudgetStore;
  readonly clock: Clock;
  readonly random: Random;
}

export interface ApproveConsentInput {
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly challenge: ChallengeMethod;
  /**
   * The budget that the user chose. With `keep`, an existing app grant keeps its budget, and a new
   * one gets none.
   */
  readonly budget: 'keep' | Budget | null;
}

/**
 * Lets a user allow an app: creates the app grant, or adds the new scopes to the existing one. The
 * budget is set before there is any token of this consent, so that nothing is spent without it.
 * Null if the app was removed meanwhile. The call may be repeated safely.
 */
export async function approveConsent(
  deps: ApproveConsentDeps,
  { userId, clientId, scopes, challenge, budget }: ApproveConsentInput,
): Promise<GrantGeneration | null> {
  const at = deps.clock.now();
  const newId = newUuid(deps.clock, deps.random);
  const joined = await deps.appGrants.joinAppGrant({ newId, userId, clientId, scopes, at });
  if (joined === null) return null;
  await deps.clients.noteChallenge(clientId, challenge, at);
  if (budget === 'keep') return joined;
  await deps.budgets.setBudget({ userId, grantId: joined.appGrantId }, budget, at);
  return joined;
}
