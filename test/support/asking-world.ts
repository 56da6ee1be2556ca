import assert from 'node:assert/strict';
import type { Budget } from '../../src/authorization/budget.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { sat } from '../../src/base/amount.ts';
import type { Approval } from '../../src/payments/approval.ts';
import type { AccountWorld, Person } from './account-world.ts';
import { type ApiUser, asApiUser } from './api-user.ts';
import type { Browser } from './browser.ts';

/** Someone who is signed in, and whose token asks before it pays more than an amount. */
export interface Asked {
  readonly person: Person;
  readonly browser: Browser;
  /** The calls of the token that asks. */
  readonly token: ApiUser;
  readonly grant: { readonly userId: string; readonly grantId: string };
  /** Lets the token ask for the payment of an invoice, and returns the approval. */
  ask(bolt11: string): Promise<Approval>;
  /** Lets the token send several keysends in one call, and returns their approval. */
  askForKeysends(keysends: readonly object[]): Promise<Approval>;
  find(approval: Pick<Approval, 'id'>): Promise<Approval>;
  askAboveSat(): Promise<bigint | null | undefined>;
}

export async function addAsked(
  world: AccountWorld,
  askAboveSat = 100n,
  changes: Partial<Budget> = {},
): Promise<Asked> {
  const person = await world.addPerson();
  const userId = person.user.id;
  const owner = await asApiUser(world, person.user);
  await owner.receive(10_000);
  const token = await owner.withScopes(ALL_SCOPES);
  const [newest] = (await world.deps.tokens.listPersonalTokens(userId)).slice(-1);
  assert(newest !== undefined);
  const grant = { userId, grantId: newest.id };
  const budget = { limitSat: null, interval: 'ever', expiresAt: null, ...changes } as const;
  const { budgets, approvals } = world.deps;
  await budgets.setBudget(grant, { ...budget, askAboveSat: sat(askAboveSat) }, world.clock.now());
  const waiting = () => approvals.listOfUser({ userId, isWaiting: true, offset: 0, limit: 100 });
  const ask = async (path: string, order: object): Promise<Approval> => {
    const known = new Set((await waiting()).map(({ id }) => id));
    const answer = await token.post(path, order);
    assert.match(answer.text, /pending.*approval/);
    const added = (await waiting()).find(({ id }) => !known.has(id));
    assert(added !== undefined, 'it waits');
    return added;
  };
  return {
    person,
    browser: await world.signedIn(person),
    token,
    grant,
    ask: (invoice) => ask('/payments/bolt11', { invoice }),
    askForKeysends: (keysends) => ask('/payments/keysend/multi', { keysends }),
    find: async ({ id }) => {
      const found = await approvals.find(id);
      assert(found !== null);
      return found;
    },
    askAboveSat: async () => {
      const read = await budgets.readBudgets(userId, [grant.grantId], world.clock.now());
      return read.get(grant.grantId)?.askAboveSat;
    },
  };
}
