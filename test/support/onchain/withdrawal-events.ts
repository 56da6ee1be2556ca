import { randomBytes, randomUUID } from 'node:crypto';
import { sat } from '../../../src/base/amount.ts';
import { addressOfScript } from '../../../src/lightning/bitcoin/address.ts';
import { renderInternalWithdrawal } from '../../../src/onchain/render-withdrawal.ts';
import type { SignedTransaction } from '../../../src/onchain/withdrawal.ts';
import type { NewWithdrawal } from '../../../src/onchain/withdrawal-store.ts';
import { NOW, newRecordIdentifier } from '../money-model/events.ts';

/** Withdrawals for tests. All fields have defaults. */

export const BLOCK = { height: 120, hash: '0b'.repeat(32) };

export const newHash = (): string => randomBytes(32).toString('hex');

/** An address of the regtest network that belongs to no user. */
export function strangeAddress(): string {
  const address = addressOfScript(`0014${randomBytes(20).toString('hex')}`, 'regtest');
  if (address === null) throw new Error('the script has an address');
  return address;
}

/** A withdrawal of 50,000 sat, with 1,500 sat held for the fee. */
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

/** A withdrawal of 50,000 sat to an address of another user. */
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

/** A transaction with one input and a fee of 1,000 sat. */
export const newTransaction = (changes: Partial<SignedTransaction> = {}): SignedTransaction => ({
  txid: newHash(),
  raw: randomBytes(100).toString('hex'),
  inputs: [{ txid: newHash(), index: 1, amountSat: sat(80_000n) }],
  feeSat: sat(1000n),
  changeIndex: 1,
  ...changes,
});
