import assert from 'node:assert/strict';
import type { Budget } from '../../src/authorization/budget.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { sat } from '../../src/base/amount.ts';
import type { Approval, ApprovalState } from '../../src/payments/approval.ts';
import { approvePayment } from '../../src/payments/approve-payment.ts';
import type { Answer, ApiUser } from './api-user.ts';
import { eventually } from './eventually.ts';
import { field } from './fields.ts';
import { addPayer } from './payment-checks.ts';
import type { WalletApi } from './wallet-api.ts';

/** Payments that wait for approval, decided as their owners decide them. */
export interface Approvals {
  /** A token that asks above an amount, of a user with 10,000 sat. */
  addAsking(askAboveSat: bigint, changes?: Partial<Budget>): Promise<Asking>;
  /** One more token of a user. */
  addToken(user: ApiUser, budget: Budget): Promise<Asking>;
  waiting(user: ApiUser): Promise<readonly Approval[]>;
  /** The only one that waits for this user. */
  onlyWaiting(user: ApiUser): Promise<Approval>;
  /** Waits until one waits for this user, and returns it. */
  untilAsked(user: ApiUser): Promise<Approval>;
  approve(approval: Approval, raisesAskAbove?: boolean): Promise<Approval>;
  /** Refuses it. False when it has ended before. */
  refuse(approval: Approval): Promise<boolean>;
  stateOf(approval: Approval): Promise<ApprovalState | undefined>;
}

export interface Asking {
  readonly session: ApiUser;
  readonly grant: { readonly userId: string; readonly grantId: string };
}

/** The device on which tests decide. */
export const DEVICE = 'Firefox on Linux';

/** A budget without a limit, whose payments ask above an amount. */
export const asksAbove = (askAboveSat: bigint): Budget => ({
  limitSat: null,
  askAboveSat: sat(askAboveSat),
  interval: 'ever',
  expiresAt: null,
});

export function approvalsOf(api: WalletApi): Approvals {
  const { deps, clock } = api;
  const { approvals } = deps;
  const waiting = ({ user }: ApiUser) =>
    approvals.listOfUser({ userId: user.id, isWaiting: true, offset: 0, limit: 100 });
  const addToken: Approvals['addToken'] = async (user, budget) => {
    const userId = user.user.id;
    const before = (await deps.tokens.listPersonalTokens(userId)).map(({ id }) => id);
    const session = await user.withScopes(ALL_SCOPES);
    const tokens = await deps.tokens.listPersonalTokens(userId);
    const token = tokens.find(({ id }) => !before.includes(id));
    assert(token !== undefined);
    const grant = { userId, grantId: token.id };
    await deps.budgets.setBudget(grant, budget, clock.now());
    return { session, grant };
  };
  return {
    addAsking: async (askAboveSat, changes) =>
      await addToken(await addPayer(api), { ...asksAbove(askAboveSat), ...changes }),
    addToken,
    waiting,
    onlyWaiting: async (user) => {
      const [one, ...others] = await waiting(user);
      assert(one !== undefined && others.length === 0, `${others.length} others wait`);
      return one;
    },
    untilAsked: (user) =>
      eventually('a payment asks', async () => (await waiting(user))[0] ?? null),
    approve: (approval, raisesAskAbove = false) =>
      approvePayment(deps, approval, { device: DEVICE, raisesAskAbove }),
    refuse: ({ id }) => approvals.end(id, { state: 'refused', at: clock.now(), device: DEVICE }),
    stateOf: async ({ id }) => (await approvals.find(id))?.state,
  };
}

/** Checks that a call of the Wallet API was told that its payment waits for approval. */
export function checkAsking(answer: Answer): void {
  assert.deepEqual([answer.status, field(answer.body, 'code')], [500, 10], answer.text);
  assert.match(answer.text, /pending.*approval/);
}
