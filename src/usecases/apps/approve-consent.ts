import type { Budget } from '../../access/budget.ts';
import type { BudgetStore } from '../../access/budget-store.ts';
import type { ChallengeMethod } from '../../access/challenge-method.ts';
import type { ClientStore } from '../../access/client.ts';
import type { ConnectionGeneration, ConnectionStore } from '../../access/connection.ts';
import type { Scope } from '../../access/scope.ts';
import type { Clock } from '../../base/clock.ts';
import { newUuid } from '../../base/id.ts';
import type { Random } from '../../base/random.ts';

export interface ApproveConsentDeps {
  readonly connections: ConnectionStore;
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
  /** `keep`: a connection that there is keeps its budget, a new one has none. */
  readonly budget: 'keep' | Budget | null;
}

/**
 * A user allows an app: their connection begins, or grows by what is new. The budget stands before
 * any token of this consent does. Null when the app was removed meanwhile. Safe to repeat.
 */
export async function approveConsent(
  deps: ApproveConsentDeps,
  { userId, clientId, scopes, challenge, budget }: ApproveConsentInput,
): Promise<ConnectionGeneration | null> {
  const at = deps.clock.now();
  const newId = newUuid(deps.clock, deps.random);
  const joined = await deps.connections.joinConnection({ newId, userId, clientId, scopes, at });
  if (joined === null) return null;
  await deps.clients.noteChallenge(clientId, challenge, at);
  if (budget === 'keep') return joined;
  await deps.budgets.setBudget({ userId, grantId: joined.connectionId }, budget, at);
  return joined;
}
