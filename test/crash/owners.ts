import { setTimeout as wait } from 'node:timers/promises';
import type { Stores } from '../../src/app/compose/compose-stores.ts';
import { sat } from '../../src/base/amount.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Database } from '../../src/database/db.ts';
import type { Approval } from '../../src/payments/approval.ts';
import type { ApprovalStore } from '../../src/payments/approval-store.ts';
import { type ApprovePaymentDeps, approvePayment } from '../../src/payments/approve-payment.ts';
import type { UserStore } from '../../src/users/user-store.ts';

/** Owners of wallets whose spenders have to ask, and who decide soon. */

/** Wallets of owners who are asked. */
export const ASKING: ReadonlySet<string> = new Set(['ada', 'dan']);
/** Half of all payments are above it. */
const ASK_ABOVE = {
  limitSat: null,
  askAboveSat: sat(1500n),
  interval: 'ever',
  expiresAt: null,
} as const;

/** Has each token and app of a user ask from now on. */
export async function askOwner(
  { sql }: Database,
  { budgets, tokens }: Pick<Stores, 'budgets' | 'tokens'>,
  userId: string,
  at: Date,
): Promise<void> {
  const apps = await sql<{ id: string }[]>`select id from app_grant where user_id = ${userId}`;
  const personal = await tokens.listPersonalTokens(userId);
  for (const { id: grantId } of [...apps, ...personal]) {
    await budgets.setBudget({ userId, grantId }, ASK_ABOVE, at);
  }
}

const DEVICE = 'a phone';
const LOOK_EVERY_MS = 100;

interface DecideDeps extends ApprovePaymentDeps {
  readonly approvals: ApprovalStore;
  readonly users: Pick<UserStore, 'listUsers'>;
  readonly clock: Clock;
}

/**
 * Approves and refuses what waits, in the process of the service, which may die of it. Some press
 * twice. Answers how to end it.
 */
export function decideOften(deps: DecideDeps): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const pressed = new Set<string>();
  const deciding = (async () => {
    while (!signal.aborted) {
      const waiting = await listWaiting(deps).catch(() => []);
      for (const asked of waiting.filter(({ id }) => !pressed.has(id))) {
        pressed.add(asked.id);
        void decide(deps, asked).catch(() => undefined);
      }
      await deps.clock.sleep(LOOK_EVERY_MS, signal);
    }
  })();
  return async () => {
    ending.abort();
    await deciding;
  };
}

async function decide(deps: DecideDeps, asked: Approval): Promise<void> {
  const choice = Number.parseInt(asked.id.slice(-1), 16);
  const press = () => approvePayment(deps, asked, { device: DEVICE, raisesAskAbove: false });
  if (choice < 3) await refuse(deps, asked, deps.clock.now());
  else await Promise.all(choice < 6 ? [press(), press()] : [press()]);
}

const refuse = ({ approvals }: Pick<DecideDeps, 'approvals'>, { id }: Approval, at: Date) =>
  approvals.end(id, { state: 'refused', at, device: DEVICE });

async function listWaiting({
  approvals,
  users,
}: Pick<DecideDeps, 'approvals' | 'users'>): Promise<readonly Approval[]> {
  const lists = (await users.listUsers()).map(({ id: userId }) =>
    approvals.listOfUser({ userId, isWaiting: true, offset: 0, limit: 20 }),
  );
  return (await Promise.all(lists)).flat();
}

interface Opening {
  withDatabase<T>(work: (database: Database, stores: Stores) => Promise<T>): Promise<T>;
}

/** Longer than it takes to approve. */
const REFUSED_AFTER_MS = 2000;

/**
 * Refuses what was not approved by then, beside the service: what a process died over, and all that
 * asks of one in which no owner decides. Answers how to end it.
 */
export function refuseTheRest({ withDatabase }: Opening): () => Promise<void> {
  const ending = new AbortController();
  const refuseAll = (_: Database, stores: Stores) =>
    (async () => {
      while (!ending.signal.aborted) {
        const before = Date.now() - REFUSED_AFTER_MS;
        for (const asked of await listWaiting(stores)) {
          if (asked.createdAt.getTime() < before) await refuse(stores, asked, new Date());
        }
        await wait(LOOK_EVERY_MS);
      }
    })();
  const refusing = (async () => {
    // The database dies now and then.
    while (!ending.signal.aborted) {
      await withDatabase(refuseAll).catch(() => wait(LOOK_EVERY_MS));
    }
  })();
  return async () => {
    ending.abort();
    await refusing;
  };
}
