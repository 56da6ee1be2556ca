import type { Database } from '../../../src/database/db.ts';
import { renderWithdrawal } from '../../../src/onchain/render-withdrawal.ts';
import { createDepositStore } from '../../../src/onchain/sql/deposit-store.ts';
import { createFeeBumpStore } from '../../../src/onchain/sql/fee-bump-store.ts';
import { createWithdrawalStore } from '../../../src/onchain/sql/withdrawal-store.ts';
import type {
  Failing,
  NewWithdrawal,
  Settling,
  Signing,
} from '../../../src/onchain/withdrawal-store.ts';
import { systemClock as clock } from '../../../src/system/system-clock.ts';
import { systemRandom as random } from '../../../src/system/system-random.ts';
import { type Cleanup, testDatabase } from '../database.ts';
import { BASELINE, NODE_PUBKEY, NOW } from '../money-model/events.ts';
import { createPostgresWorld } from '../money-model/postgres-world.ts';
import { BLOCK, newTransaction, strangeAddress } from './withdrawal-events.ts';

/** The fence of the leading process, as long as no lease says otherwise. */
export const LEADING = 1n;
export async function startWithdrawalBench(cleanup: Cleanup) {
  const { database, superuserUrl, serviceUrl, ownerUrl } = await testDatabase(cleanup);
  const world = createPostgresWorld(database, false);
  await world.setBaseline(NODE_PUBKEY, BASELINE);
  return {
    database,
    ...{ superuserUrl, serviceUrl, ownerUrl },
    world,
    ...withdrawalSteps(database),
    /** The spendable and the held sats of a user. */
    figures: async (userId: string): Promise<readonly [bigint, bigint]> => {
      const { walletMsat, heldMsat } = await world.wallet(userId);
      return [walletMsat / 1000n, heldMsat / 1000n];
    },
  };
}

/** Creates the steps of a withdrawal, each with usual arguments. */
export function withdrawalSteps(database: Database) {
  const withdrawals = createWithdrawalStore({ database, clock, random });
  const deposits = createDepositStore(database);
  return {
    withdrawals,
    feeBumps: createFeeBumpStore({ database, clock, random }),
    deposits,
    sign: (id: string, transaction = newTransaction(), changes: Partial<Signing> = {}) =>
      withdrawals.sign({
        ...{ id, transaction, fence: LEADING, at: NOW, isFound: false },
        ...changes,
      }),
    settle: async (order: NewWithdrawal, changes: Partial<Settling> = {}) => {
      const { transaction } = (await withdrawals.find(order.id)) ?? { transaction: null };
      const record = renderWithdrawal(order, transaction ?? newTransaction(), BLOCK, NOW);
      return await withdrawals.settle({
        ...{ id: order.id, block: BLOCK, fence: LEADING, at: NOW, record },
        ...changes,
      });
    },
    fail: (id: string, from: Failing['from'], changes: Partial<Failing> = {}) =>
      withdrawals.fail({
        ...{ id, from, fence: LEADING, at: NOW },
        failure: { reason: 'never_sent', message: 'Nothing was sent.' },
        ...changes,
      }),
    stateOf: async (id: string) => (await withdrawals.find(id))?.state,
    /** Adds an address of this user that was not paid yet. */
    addAddress: async (userId: string): Promise<string> => {
      const address = strangeAddress();
      await deposits.saveAddress({ address, userId, grantId: 'web', createdAt: NOW });
      return address;
    },
  };
}

export type WithdrawalBench = Awaited<ReturnType<typeof startWithdrawalBench>>;
