import { randomBytes, randomUUID } from 'node:crypto';
import { sat } from '../../../src/base/amount.ts';
import { addressOfScript } from '../../../src/lightning/bitcoin/address.ts';
import {
  renderInternalWithdrawal,
  renderWithdrawal,
} from '../../../src/onchain/render-withdrawal.ts';
import { createDepositStore } from '../../../src/onchain/sql/deposit-store.ts';
import { createWithdrawalStore } from '../../../src/onchain/sql/withdrawal-store.ts';
import type { SignedTransaction } from '../../../src/onchain/withdrawal.ts';
import type { NewWithdrawal } from '../../../src/onchain/withdrawal-store.ts';
import { systemClock as clock } from '../../../src/system/system-clock.ts';
import { systemRandom as random } from '../../../src/system/system-random.ts';
import { type Cleanup, testDatabase } from '../database.ts';
import { BASELINE, NODE_PUBKEY, NOW, newRecordIdentifier } from '../money-model/events.ts';
import { createPostgresWorld } from '../money-model/postgres-world.ts';

/** The fence of the process that leads, as long as no lease says otherwise. */
export const LEADING = 1n;
export const BLOCK = { height: 120, hash: '0b'.repeat(32) };

export const newHash = (): string => randomBytes(32).toString('hex');

/** An address of the regtest network that is no one's. */
export function strangeAddress(): string {
  const address = addressOfScript(`0014${randomBytes(20).toString('hex')}`, 'regtest');
  if (address === null) throw new Error('the script has an address');
  return address;
}

/** 50,000 sat with 1,500 sat for the fee. */
export const newWithdrawal = (
  userId: string,
  changes: Partial<NewWithdrawal> = {},
): NewWithdrawal => ({
  id: randomUUID(),
  identifier: newRecordIdentifier(),
  userId,
  grantId: 'grant',
  address: strangeAddress(),
  amountSat: sat(50_000n),
  speed: 'normal',
  createdAt: NOW,
  heldSat: sat(51_500n),
  fromHeight: 100,
  openPaymentsMax: 100,
  idempotency: null,
  internal: null,
  ...changes,
});

/** 50,000 sat to an address of a user here. */
export function newInternalWithdrawal(
  userId: string,
  payee: { readonly userId: string; readonly address: string },
  changes: Partial<NewWithdrawal> = {},
): NewWithdrawal {
  const order = newWithdrawal(userId, { address: payee.address, heldSat: sat(0n), ...changes });
  const record = renderInternalWithdrawal(order);
  return {
    ...order,
    internal: {
      payeeUserId: payee.userId,
      payeeIdentifier: newRecordIdentifier(),
      depositId: randomUUID(),
      record,
      payeeRecord: record,
    },
  };
}

/** One input, and 1,000 sat for the fee. */
export const newTransaction = (changes: Partial<SignedTransaction> = {}): SignedTransaction => ({
  txid: newHash(),
  raw: randomBytes(100).toString('hex'),
  inputs: [{ txid: newHash(), index: 1, amountSat: sat(80_000n) }],
  feeSat: sat(1000n),
  changeIndex: 1,
  ...changes,
});

export async function startWithdrawalBench(cleanup: Cleanup) {
  const { database, superuserUrl } = await testDatabase(cleanup);
  const world = createPostgresWorld(database, false);
  await world.setBaseline(NODE_PUBKEY, BASELINE);
  const withdrawals = createWithdrawalStore({ database, clock, random });
  const deposits = createDepositStore(database);
  const sign = (id: string, transaction = newTransaction(), changes = {}) =>
    withdrawals.sign({ id, transaction, fence: LEADING, at: NOW, isFound: false, ...changes });
  const settle = async (order: NewWithdrawal, changes = {}) => {
    const { transaction } = (await withdrawals.find(order.id)) ?? { transaction: null };
    const record = renderWithdrawal(order, transaction ?? newTransaction(), BLOCK, NOW);
    return await withdrawals.settle({
      ...{ id: order.id, block: BLOCK, fence: LEADING, at: NOW, record },
      ...changes,
    });
  };
  return {
    database,
    superuserUrl,
    world,
    withdrawals,
    deposits,
    sign,
    settle,
    fail: (id: string, from: 'reserved' | 'unknown' | 'signed', changes = {}) =>
      withdrawals.fail({
        ...{ id, from, fence: LEADING, at: NOW },
        failure: { reason: 'never_sent', message: 'Nothing was sent.' },
        ...changes,
      }),
    /** An address of this user that was not paid yet. */
    addAddress: async (userId: string): Promise<string> => {
      const address = strangeAddress();
      await deposits.saveAddress({ address, userId, grantId: 'web', createdAt: NOW });
      return address;
    },
    /** In sats: what the user has, and what is held of it. */
    figures: async (userId: string): Promise<readonly [bigint, bigint]> => {
      const { walletMsat, heldMsat } = await world.wallet(userId);
      return [walletMsat / 1000n, heldMsat / 1000n];
    },
    stateOf: async (id: string) => (await withdrawals.find(id))?.state,
  };
}

export type WithdrawalBench = Awaited<ReturnType<typeof startWithdrawalBench>>;
